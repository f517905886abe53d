"""Sources: files taken apart by device, shown, hidden, and judged on machines of their own."""

from dataclasses import replace

import numpy as np
import pytest

from roofline_gui.model.analysis import analyse
from roofline_gui.model.document import Document, add_sources, remove_source, replace_source
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Launches, Texts
from roofline_gui.model.ledger import Ledger, UnreadValue
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import BatchLaw, Pin, Source, read_again, sources_of
from tests.model.builders import ROUND, launches

FAST = replace(
    ROUND,
    id="fast",
    name="Fast",
    levels=tuple(replace(x, bandwidth=replace(x.bandwidth, value=2 * x.bandwidth.value)) for x in ROUND.levels),
)


def two_devices() -> Launches:
    found = launches(
        ["a", "b", "a"],
        time=[1e-3, 1e-3, 1e-3],
        flop={Precision.FP32: [1e6, 1e6, 1e6]},
        bytes={Level.DRAM: [1e9, 1e9, 1e9]},
    )
    return replace(
        found,
        device=Texts.of(["0", "1", "0"]),
        device_name=Texts.constant("", 3),
        compute_capability=Texts.of(["9.0", "8.0", "9.0"]),
    )


def profile(of: Launches) -> Profile:
    ledger = Ledger(read=len(of), unread=(UnreadValue(2, "dram__bytes.sum", "n/a"),))
    return Profile("run.csv", "/run.csv", of, ledger, (("", "9.0"), ("", "8.0")))


def test_one_kind_of_device_is_one_source() -> None:
    found = launches(["a"], time=[1e-3], flop={Precision.FP32: [1e6]}, bytes={Level.DRAM: [1e9]})
    (source,) = sources_of(profile(found))
    assert source.name == "run.csv"
    assert source.profile.launches is found


def test_two_kinds_of_device_are_two_sources() -> None:
    first, second = sources_of(profile(two_devices()))
    assert (first.name, second.name) == ("run.csv · CC 9.0", "run.csv · CC 8.0")
    assert first.profile.launches.kernel.rows() == ["a", "a"]
    assert second.profile.launches.kernel.rows() == ["b"]
    assert first.profile.ledger.read == 2
    assert first.profile.ledger.unread[0].launch == 1  # the third launch of the file is the second of its source
    assert second.profile.ledger.unread == ()


def test_each_source_is_judged_on_its_machine() -> None:
    first, second = sources_of(profile(two_devices()))
    document = Document("t", (first, replace(second, machine=FAST)), ROUND, Grouping.KERNEL)
    analysis = analyse(document)
    assert analysis is not None
    assert list(analysis.groups.count) == [2, 1]
    assert [analysis.machine_of(r).name for r in range(2)] == [ROUND.name, "Fast"]
    dram = ROUND.bandwidth(Level.DRAM)
    assert dram is not None
    # 1 GB in 1 ms is 1 TB/s; twice the bandwidth is half the fraction.
    assert list(analysis.bounds.fraction) == pytest.approx([1e12 / dram, 0.5e12 / dram])
    alone = analyse(Document("t", (first,), ROUND, Grouping.KERNEL))
    assert alone is not None
    assert analysis.bounds.fraction[0] == alone.bounds.fraction[0]
    assert analysis.judgement.verdict_of(0) is alone.judgement.verdict_of(0)


def test_hidden_sources_are_left_out_and_come_back() -> None:
    first, second = sources_of(profile(two_devices()))
    document = Document("t", (first, second), ROUND, Grouping.LAUNCH)
    hidden = replace_source(document, first, replace(first, shown=False))
    analysis = analyse(hidden)
    assert analysis is not None
    assert analysis.groups.launches.kernel.rows() == ["b"]
    assert analyse(replace_source(hidden, second, replace(second, shown=False))) is None
    assert [s.name for s in remove_source(document, first).sources] == ["run.csv · CC 8.0"]


def test_sources_of_one_kernel_stay_apart() -> None:
    found = launches(["a"], time=[1e-3], flop={Precision.FP32: [1e6]}, bytes={Level.DRAM: [1e9]})
    before, after = Source(profile(found), "before"), Source(profile(found), "after")
    analysis = analyse(add_sources(Document("t", (before,), ROUND, Grouping.KERNEL), [after]))
    assert analysis is not None
    assert list(analysis.groups.count) == [1, 1]
    assert np.isclose(analysis.total_time, 2e-3)


def test_what_was_said_of_launches_stays_where_the_same_kernels_stand() -> None:
    laws = (BatchLaw((0, 2), 1, 1e6), BatchLaw((1,), 1, 0))
    source = Source(profile(two_devices()), "mine", laws=laws, pins=(Pin((2,), 1), Pin((0,), 4)))
    assert read_again(source, profile(two_devices())).laws == laws
    shorter = read_again(source, profile(two_devices().take(np.array([0, 1]))))
    assert (shorter.name, shorter.laws, shorter.pins) == ("mine", (laws[1],), (Pin((0,), 4),))
    turned = read_again(source, profile(two_devices().take(np.array([1, 0, 2]))))  # b, a, a
    assert (turned.laws, turned.pins) == ((), (Pin((2,), 1),))
