"""What is looked at: rows can be selected and calculated kernels chosen at once, but words are about one of them."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from roofline_gui.session.session import Session


class Attention(QObject):
    """Whether `session` looks at its chosen kernels or at its selected rows: at what was touched last.

    changed: at something else now, or at the same once more.
    """

    changed = Signal()

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self._session = session
        self._chosen_last = False
        desk = session.kernel_desk
        session.selection_changed.connect(lambda rows: self._turn_to(chosen=not rows))
        session.selected_again.connect(lambda: self._turn_back(chosen=False))
        desk.chosen_changed.connect(lambda chosen: self._turn_to(chosen=bool(chosen)))
        desk.chosen_again.connect(lambda: self._turn_back(chosen=True))

    @property
    def is_on_chosen(self) -> bool:
        """Whether it is at chosen kernels."""
        session = self._session
        return bool(session.kernel_desk.chosen_rows()) and (self._chosen_last or not session.selection)

    @property
    def is_on_rows(self) -> bool:
        """Whether it is at selected rows."""
        return bool(self._session.selection) and not self.is_on_chosen

    def _turn_to(self, *, chosen: bool) -> None:
        self._chosen_last = chosen
        self.changed.emit()

    def _turn_back(self, *, chosen: bool) -> None:
        """Turn to what was touched once more, if it is not that already."""
        if self._chosen_last is not chosen and self._session.kernel_desk.chosen and self._session.selection:
            self._turn_to(chosen=chosen)
