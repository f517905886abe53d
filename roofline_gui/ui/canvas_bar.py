"""The slim bar above the canvas: what makes one dot, what is shown, and the view."""

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton

from roofline_gui.model.document import Document, group_by, only_what_if_differs, set_view
from roofline_gui.model.grouping import Grouping
from roofline_gui.present.words import GROUPING_NAMES
from roofline_gui.session.session import Session
from roofline_gui.ui.widgets.combo_box import ComboBox
from roofline_gui.ui.widgets.text import label

_TIPS = {
    Grouping.NVTX: "One dot per NVTX range; launches outside of ranges by kernel",
    Grouping.SHAPE: "One dot per kernel, grid and block",
    Grouping.KERNEL: "One dot per kernel name",
    Grouping.LAUNCH: "One dot per launch",
}

_TOGGLES, _VIEW, _EXPORT = ("all_levels", "regions"), ("zoom_out", "zoom_in", "fit", "reset_view"), "export_picture"
BUTTONS = (*_TOGGLES, *_VIEW, _EXPORT)  # commands


class CanvasBar(QFrame):
    """Grouping, the toggles of the view, and buttons for the commands of `actions`."""

    def __init__(self, session: Session, actions: Mapping[str, QAction]) -> None:
        super().__init__()
        self.setObjectName("toolbar")
        self._session = session
        self._levels, self._regions = actions["all_levels"], actions["regions"]
        self._grouping = ComboBox()
        self._grouping.setAccessibleName("What makes one dot")
        for grouping, name in GROUPING_NAMES.items():
            self._grouping.addItem(name, grouping.value)
            self._grouping.setItemData(self._grouping.count() - 1, _TIPS[grouping], Qt.ItemDataRole.ToolTipRole)
        self._grouping.setToolTip("What makes one dot and one row")
        self._grouping.activated.connect(self._regroup)
        self._levels.triggered.connect(self._change_view)
        self._regions.triggered.connect(self._change_view)
        line = QHBoxLayout(self)
        line.setContentsMargins(10, 5, 8, 5)
        line.setSpacing(6)
        line.addWidget(label("Dots", "muted"))
        line.addWidget(self._grouping)
        line.addSpacing(6)
        for name in _TOGGLES:
            line.addWidget(_button(actions[name], True))
        line.addStretch(1)
        for name in _VIEW:
            line.addWidget(_button(actions[name]))
        line.addWidget(_separator())
        line.addWidget(_button(actions[_EXPORT]))
        session.document_changed.connect(self._refresh)
        self._refresh(session.document, session.document)

    def _regroup(self, index: int) -> None:
        grouping = Grouping(self._grouping.itemData(index))
        document = self._session.document
        if grouping is not document.grouping:
            self._session.edit(f"Group by {GROUPING_NAMES[grouping]}", group_by(document, grouping))

    def _change_view(self) -> None:
        document = self._session.document
        view = replace(document.view, all_levels=self._levels.isChecked(), regions=self._regions.isChecked())
        name = "All memory levels" if view.all_levels != document.view.all_levels else "Regions"
        self._session.edit(name, set_view(document, view))

    def _refresh(self, old: Document, new: Document) -> None:
        if old is not new and only_what_if_differs(old, new):
            return
        self._grouping.setCurrentIndex(self._grouping.findData(new.grouping.value))
        self._levels.setChecked(new.view.all_levels)
        self._regions.setChecked(new.view.regions)


def _button(action: QAction, with_text: bool = False) -> QToolButton:
    button = QToolButton()
    button.setDefaultAction(action)
    if with_text:
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAccessibleName(action.text().replace("&", "").removesuffix("…"))
    return button


def _separator() -> QFrame:
    line = QFrame()
    line.setObjectName("rule")
    line.setFixedWidth(1)
    return line
