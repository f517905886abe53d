"""Commands of the what-if: from menu and keyboard, what sliders do with the mouse."""

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox

from roofline_gui.model.precision import Precision
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.session.session import Session
from roofline_gui.ui.what_if.more_line import MoreLine
from roofline_gui.ui.what_if.strip import WhatIfStrip
from roofline_gui.ui.widgets.machine_box import MachineBox
from tests.session.builders import document
from tests.ui.find import child


@pytest.mark.usefixtures("strip")
def test_the_batch_doubles_and_halves_from_where_the_kernel_stands(
    session: Session, actions: dict[str, QAction]
) -> None:
    actions["batch_up"].trigger()
    assert session.what_if_desk.what_if.batch == 8  # the decode step is given at 4
    actions["batch_up"].trigger()
    assert session.what_if_desk.what_if.batch == 16
    for _ in range(2):
        session.undo_stack.undo()
    actions["batch_down"].trigger()
    assert session.what_if_desk.what_if.batch == 2
    for _ in range(3):
        actions["batch_down"].trigger()
    assert session.what_if_desk.what_if.batch == 1


@pytest.mark.usefixtures("strip")
def test_precisions_one_by_one(session: Session, actions: dict[str, QAction]) -> None:
    actions["precision_narrower"].trigger()  # than the BF16 of the profile
    assert session.what_if_desk.what_if.precision is Precision.FP8_TENSOR
    actions["precision_narrower"].trigger()
    actions["precision_wider"].trigger()
    assert session.what_if_desk.what_if == WhatIf(precision=Precision.BF16_TENSOR)
    assert session.undo_stack.count() == 2


@pytest.mark.usefixtures("strip")
def test_reset_ends_the_what_if(session: Session, actions: dict[str, QAction]) -> None:
    enabled = [actions["what_if_reset"].isEnabled()]
    actions["batch_up"].trigger()
    enabled.append(actions["what_if_reset"].isEnabled())
    actions["what_if_reset"].trigger()
    enabled.append(actions["what_if_reset"].isEnabled())
    assert enabled == [False, True, False]
    assert session.what_if_desk.what_if == AS_GIVEN


def test_another_machine_unfolds_the_strip_and_opens_its_list(
    strip: WhatIfStrip, actions: dict[str, QAction], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[MachineBox] = []

    def open_list(box: MachineBox) -> None:  # Qt offscreen cannot grab the keyboard for a real one
        opened.append(box)

    monkeypatch.setattr(MachineBox, "showPopup", open_list)
    actions["what_if_strip"].setChecked(False)
    actions["what_if_machine"].trigger()
    assert actions["what_if_strip"].isChecked()
    assert not child(strip, MoreLine).isHidden()
    assert opened == [child(strip, MachineBox)]
    assert opened[0].hasFocus()


def test_commands_are_offered_where_they_do_something(
    session: Session, strip: WhatIfStrip, actions: dict[str, QAction]
) -> None:
    def offered() -> set[str]:
        names = ("batch_up", "batch_down", "precision_wider", "what_if_machine", "batch_law", "what_if_reset")
        return {name for name in names if actions[name].isEnabled()}

    assert offered() == {"batch_up", "batch_down", "precision_wider", "what_if_machine"}
    session.select([0])
    session.kernel_desk.remove([session.document.kernels[0].id])
    assert offered() == {"precision_wider", "what_if_machine", "batch_law"}
    session.start_with(document(machine=None))
    assert offered() == set()
    assert child(strip, QComboBox, "Precision").count() == 1
