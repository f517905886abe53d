"""One step of undo: the document before and after."""

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand

from roofline_gui.model.document import Document

_MERGEABLE, _ALONE = 1, -1  # Qt offers two commands for merging if their ids are equal and not -1


class Edit(QUndoCommand):
    """Shows `new` when done and `old` when undone. Edits in a row with the same `merge` key become one step."""

    def __init__(
        self, text: str, old: Document, new: Document, show: Callable[[Document], None], merge: str | None
    ) -> None:
        super().__init__(text)
        self._old = old
        self._new = new
        self._show = show
        self._merge = merge

    def redo(self) -> None:
        """Show the document after the edit."""
        self._show(self._new)

    def undo(self) -> None:
        """Show the document before the edit."""
        self._show(self._old)

    def id(self) -> int:
        """Whether the edit may merge at all."""
        return _ALONE if self._merge is None else _MERGEABLE

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take in the edit that follows, if it has the same key; the step is then called as that one."""
        if not isinstance(other, Edit) or other._merge != self._merge:
            return False
        self._new = other._new
        self.setText(other.text())
        return True
