"""The account of what was read: what is drawn, what is not and why, and how the files were understood."""

import dataclasses

import numpy as np

from roofline_gui.model.analysis import Analysis, analyse
from roofline_gui.model.document import Document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.ledger import Ledger, SkippedLine, UnreadValue
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import Source
from roofline_gui.present.ledger import Entry, EntryKind, LedgerView, folded, ledger_view
from tests.model.builders import ROUND, launches

FOUND = launches(
    ["fine", "half"],
    time=[1e-6, 1e-6],
    flop={Precision.FP32: [1e6, np.nan]},
    bytes={Level.DRAM: [1e6, 1e6]},
)


def source(name: str = "run.csv", **ledger: object) -> Source:
    account = Ledger(read=2, **ledger)  # type: ignore[arg-type]
    return Source(Profile("file.csv", "/data/file.csv", FOUND, account, (("NVIDIA H200", "9.0"),)), name)


def analysis_of(*sources: Source) -> Analysis:
    made = analyse(Document(sources=sources, machine=ROUND, grouping=Grouping.LAUNCH))
    assert made is not None
    return made


def entries(view: LedgerView, kind: EntryKind) -> list[Entry]:
    return [e for e in view.entries if e.kind is kind]


def test_launches_that_are_not_drawn_have_reason_fix_and_place() -> None:
    sources = (source("first"), source("second"))
    view = ledger_view(sources, analysis_of(*sources))
    assert (view.read, view.drawn) == (4, 2)
    assert view.summary == "4 launches read, 2 drawn, 2 not drawn"
    assert [(e.source, e.kernel, e.launch_id, e.launch) for e in view.not_drawn] == [
        ("first", "half", "1", 1),
        ("second", "half", "1", 3),
    ]
    assert all("FLOP" in e.text and e.fix for e in view.not_drawn)


def test_without_a_machine_nothing_is_drawn() -> None:
    assert ledger_view((source(),), None).summary == "2 launches read, 0 drawn, 2 not drawn"


def test_how_the_file_was_read() -> None:
    view = ledger_view(
        (
            source(
                layout="wide",
                number_format="1,234.5",
                definitions=(("l2", "to the SMs"), ("shared", "wavefronts")),
            ),
        ),
        None,
    )
    assert [e.text for e in entries(view, EntryKind.DEFINITION)] == [
        "Nsight Compute on NVIDIA H200 (CC 9.0)",
        "wide layout, numbers: 1,234.5",
        "L2: to the SMs",
        "shared memory: wavefronts",
    ]


def test_a_device_may_lack_its_name() -> None:
    nameless = dataclasses.replace(source().profile, devices=(("", "9.0"), ("NVIDIA A100", "")))
    texts = [e.text for e in entries(ledger_view((Source(nameless, "x"),), None), EntryKind.DEFINITION)]
    assert texts == ["Nsight Compute on a device of CC 9.0", "Nsight Compute on NVIDIA A100"]


def test_gaps_unread_values_and_other_lines() -> None:
    account = {
        "notes": ("a note",),
        "missing": (("shared-memory bytes", "some.sum"),),
        "unread": (UnreadValue(1, "time.sum", "the cell is empty"),),
        "skipped": (SkippedLine(4, "==PROF=="),),
        "skipped_count": 7,
    }
    sources = (source("first"), source("renamed", **account))
    view = ledger_view(sources, None)
    assert [(e.text, e.source) for e in entries(view, EntryKind.NOTE)] == [("a note", "renamed")]
    assert [(e.text, e.fix) for e in entries(view, EntryKind.MISSING)] == [("shared-memory bytes", "collect some.sum")]
    (unread,) = entries(view, EntryKind.UNREAD)
    assert (unread.text, unread.kernel, unread.launch) == ("time.sum: the cell is empty", "half", 3)
    assert [e.text for e in entries(view, EntryKind.SKIPPED)] == ["line 4: ==PROF==", "and 6 more lines"]


def test_what_is_said_alike_of_several_launches_is_one_entry() -> None:
    def entry(launch: int | None, kernel: str, text: str, source: str = "a.csv") -> Entry:
        launch_id = "" if launch is None else str(launch)
        return Entry(EntryKind.NOT_DRAWN, source, kernel, launch_id, text, launch=launch)

    entries = [
        entry(3, "copy", "no FLOP"),
        entry(None, "", "note"),
        entry(4, "copy", "no FLOP"),
        entry(5, "fill", "no FLOP"),
        entry(7, "copy", "no FLOP"),
        entry(8, "copy", "no FLOP", "b.csv"),
        entry(9, "copy", "no time"),
        entry(None, "", "note", "b.csv"),
    ]
    found = [(e.who, e.source, e.count) for e in folded(entries)]
    assert found == [
        ("#3 and 2 more: copy", "a.csv", 3),
        ("", "a.csv, b.csv", 1),
        ("#5 fill", "a.csv", 1),
        ("#8 copy", "b.csv", 1),
        ("#9 copy", "a.csv", 1),
    ]
    assert folded(entries)[0].others == (4, 7)
