"""Calculated kernels are added under ids and names of their own, in one step."""

from dataclasses import replace
from pathlib import Path

from pytestqt.qtbot import QtBot

from roofline_gui.model.document import Document
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.entry import KernelEntry
from tests.model.builders import ROUND
from tests.session import builders

GEMM = KernelEntry(0, Workload("gemm", {"m": 8.0, "n": 8.0, "k": 8.0}))


def test_copies_are_numbered(tmp_path: Path, qtbot: QtBot) -> None:
    session = builders.session(tmp_path)
    desk = session.kernel_desk
    first = desk.add(GEMM)
    second = desk.duplicate(first)
    assert second is not None
    desk.duplicate(second)
    assert [e.name for e in desk.entries] == ["GEMM", "GEMM (2)", "GEMM (3)"]
    assert len({e.id for e in desk.entries}) == 3
    assert desk.duplicate(99) is None


def test_several_are_one_step_and_bring_a_machine_where_there_is_none(tmp_path: Path, qtbot: QtBot) -> None:
    session = builders.session(tmp_path)
    named = replace(GEMM, workload=replace(GEMM.workload, name="a"))
    ids = session.kernel_desk.add_all("Add two", [named, named], ROUND)
    assert [(e.id, e.name) for e in session.kernel_desk.entries] == [(ids[0], "a"), (ids[1], "a (2)")]
    with_both = session.document
    assert with_both.machine is ROUND
    session.undo_stack.undo()
    assert session.document.kernels == ()
    assert session.document.machine is None
    other = replace(ROUND, id="other")
    session.start_with(Document(machine=other))
    session.kernel_desk.add_all("Add one", [GEMM], ROUND)
    assert session.document.machine is other
