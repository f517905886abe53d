"""A strip over a session with four measured kernels on ROUND, whose BF16 ridge lies at 200 FLOP/byte."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.entry import KernelEntry
from roofline_gui.present.palette import LIGHT
from roofline_gui.session.session import Session
from roofline_gui.ui.what_if.commands import WhatIfCommands
from roofline_gui.ui.what_if.strip import WhatIfStrip

DECODE = KernelEntry(0, Workload("decode", {"params": 1e9}, name="step", batch=4))  # I = b


@pytest.fixture
def strip(session: Session, actions: dict[str, QAction], qtbot: QtBot) -> Iterator[WhatIfStrip]:
    """With its commands, 1000 pixels wide, over a document that also calculates a decode step at batch 4."""
    session.kernel_desk.add(DECODE)
    session.undo_stack.clear()
    made = WhatIfStrip(session, LIGHT, actions)
    WhatIfCommands(session, made, actions)
    qtbot.addWidget(made)
    made.resize(1000, made.sizeHint().height())
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    yield made
    session.what_if_desk.end_slide()
