"""Finding widgets as a test means them."""

from typing import TypeVar

from PySide6.QtWidgets import QWidget

W = TypeVar("W", bound=QWidget)


def child(parent: QWidget, kind: type[W], name: str = "") -> W:
    """The first widget of `kind` below `parent`, with this accessible name if one is given."""
    for found in parent.findChildren(kind):
        if not name or found.accessibleName() == name:
            return found
    raise AssertionError(f"no {kind.__name__} {name}")
