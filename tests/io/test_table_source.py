"""A performance table that was exported opens again as a source."""

import csv
import math
from pathlib import Path

import numpy as np
import pytest

from roofline_gui.io.machines import load_catalogue
from roofline_gui.io.ncu import read_profile
from roofline_gui.io.profile_machine import sources_on_their_machines
from roofline_gui.io.table_csv import table_text
from roofline_gui.io.table_source import is_table, read_source, read_table
from roofline_gui.model.analysis import analyse
from roofline_gui.model.document import Document, open_sources
from roofline_gui.model.grouping import Grouping, default_grouping
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from roofline_gui.model.profile import Profile, Refusal
from roofline_gui.model.source import Source
from roofline_gui.present.table import COLUMNS, table

CAPTURES = Path(__file__).parents[1] / "data" / "h200"
HEADER = ",".join(COLUMNS)
ROWS = (
    # kernel, group, source, launches, time, precision, flop, special, dram, l2, l1, shared, then what is derived
    "gemm,step / a,run.csv,3,1.5e-05,bf16_tensor,8500000000,1000,5000000,6000000,7000000,1000000" + "," * 16,
    "'=cmd|'/c calc'!A1,'-x,run.csv,1,2e-06,fp32,1e22,,4000,,," + "," * 16,
    "'void at::<unnamed>::f(),,other.csv,1,3e-06,,0,,8000,0,," + "," * 16,
    '"copy, ""quoted""\nin two lines",,run.csv,2,,,,,,,,' + "," * 16,
)


def quiet(fraction: float) -> None:
    """No progress wanted."""


def written(path: Path, *rows: str, header: str = HEADER) -> Path:
    path.write_text("\n".join((header, *rows)) + "\n", encoding="utf-8")
    return path


def read(path: Path) -> Profile:
    found = read_source(path, quiet)
    assert isinstance(found, Profile)
    return found


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return read(written(tmp_path / "table.csv", *ROWS))


def test_texts_come_back_unguarded(profile: Profile) -> None:
    launches = profile.launches
    assert launches.kernel.rows() == [
        "gemm",
        "=cmd|'/c calc'!A1",
        "'void at::<unnamed>::f()",  # the apostrophe is no guard: nothing behind it is a formula
        'copy, "quoted"\nin two lines',
    ]
    assert launches.operation.rows() == ["step / a", "-x", "", ""]


def test_work_counts_in_the_precision_of_the_row(profile: Profile) -> None:
    demand = profile.launches.demand
    assert list(demand.flop) == [Precision.BF16_TENSOR, Precision.FP32]
    np.testing.assert_array_equal(demand.flop[Precision.BF16_TENSOR], [8.5e9, math.nan, math.nan, math.nan])
    np.testing.assert_array_equal(demand.flop[Precision.FP32], [math.nan, 1e22, 0.0, math.nan])
    np.testing.assert_array_equal(demand.total_flop, [8.5e9, 1e22, 0.0, math.nan])


def test_time_traffic_and_launches_come_from_the_row(profile: Profile) -> None:
    demand = profile.launches.demand
    np.testing.assert_array_equal(demand.time, [1.5e-5, 2e-6, 3e-6, math.nan])
    np.testing.assert_array_equal(demand.traffic(Level.DRAM), [5e6, 4e3, 8e3, math.nan])
    np.testing.assert_array_equal(demand.traffic(Level.L2), [6e6, math.nan, 0.0, math.nan])
    np.testing.assert_array_equal(demand.traffic(Level.L1), [7e6, math.nan, math.nan, math.nan])
    np.testing.assert_array_equal(demand.traffic(Level.SHARED), [1e6, math.nan, math.nan, math.nan])
    np.testing.assert_array_equal(demand.special_ops, [1000, math.nan, math.nan, math.nan])
    assert profile.launches.counts.tolist() == [3, 1, 1, 2]


def test_the_ledger_says_that_it_was_a_table(profile: Profile) -> None:
    assert (profile.name, profile.ledger.read, profile.ledger.layout) == ("table.csv", 4, "performance table")
    assert "run.csv, other.csv" in " ".join(profile.ledger.notes)
    assert profile.launches.provenance["bytes.dram"][0] == "bytes_dram of the table"


def test_rows_stay_as_they_are(profile: Profile) -> None:
    assert default_grouping(profile.launches) is Grouping.LAUNCH


@pytest.mark.parametrize("capture", ["decode-fp8-recommended-raw.csv", "kernels-recommended-raw.csv"])
@pytest.mark.parametrize("grouping", Grouping)
def test_an_export_gives_the_same_amounts_again(tmp_path: Path, capture: str, grouping: Grouping) -> None:
    original = read_profile(CAPTURES / capture)
    assert isinstance(original, Profile)
    sources = sources_on_their_machines(original, load_catalogue().machines)
    machine = sources[0].machine

    def exported(document: Document, name: str) -> list[dict[str, str]]:
        analysis = analyse(document)
        assert analysis is not None
        path = tmp_path / name
        path.write_text(table_text(table(analysis)), encoding="utf-8", newline="")
        with path.open(encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))

    first = exported(open_sources(Document(), sources, machine, grouping), "first.csv")
    again = read(tmp_path / "first.csv")
    shown = open_sources(Document(), [Source(again, "first.csv")], machine, default_grouping(again.launches))
    second = exported(shown, "second.csv")
    amounts = ("kernel", "group", "launches", "time_s", "precision", "flop", "special_ops", "time_share", "flop_per_s")
    for name in (*amounts, *(c for c in COLUMNS if c.startswith(("bytes_", "intensity_")))):
        assert [row[name] for row in first] == [row[name] for row in second], name


def test_columns_may_lack_be_added_and_stand_in_another_order(tmp_path: Path) -> None:
    header = "predicted_time_s,bytes_dram,flop,precision,time_s,launches,source,group,kernel"
    launches = read(written(tmp_path / "t.csv", "9,5000,1000,fp64,1e-6,2,s,,k", header=header)).launches
    assert launches.demand.flop[Precision.FP64][0] == 1000
    assert launches.demand.bytes[Level.DRAM][0] == 5000
    assert Level.L2 not in launches.demand.bytes


def test_what_cannot_be_read_is_in_the_ledger(tmp_path: Path) -> None:
    rows = (
        "a,,s,1,fast,fp32,10,,5" + "," * 19,
        "b,,s,many,1e-6,fp99,10,,inf" + "," * 19,
        "c,,s,1,1e-6,,10,,5" + "," * 19,
        "cut,,s",
    )
    profile = read(written(tmp_path / "t.csv", *rows))
    unread = [(u.launch, u.counter) for u in profile.ledger.unread]
    assert sorted(unread) == [(0, "time_s"), (1, "bytes_dram"), (1, "launches"), (1, "precision"), (2, "precision")]
    assert [(line.number, line.text) for line in profile.ledger.skipped] == [(5, "cut,,s")]
    assert profile.ledger.skipped_count == 1
    assert profile.launches.counts.tolist() == [1, 1, 1]
    assert np.isnan(profile.launches.demand.total_flop).tolist() == [False, True, True]


def test_other_files_are_no_tables(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\x00\xff" * 5000)
    (tmp_path / "empty.csv").touch()
    others = [tmp_path / "binary", tmp_path / "empty.csv", tmp_path / "missing.csv", tmp_path]
    assert not any(is_table(path) for path in (*others, *CAPTURES.glob("*.csv")))
    assert is_table(written(tmp_path / "t.csv", header="\ufeff" + HEADER))


def test_a_table_without_rows_is_refused(tmp_path: Path) -> None:
    refusal = read_source(written(tmp_path / "t.csv"), quiet)
    assert isinstance(refusal, Refusal)
    assert "no rows" in refusal.what


def test_a_table_that_is_gone_is_refused(tmp_path: Path) -> None:
    assert isinstance(read_table(tmp_path / "gone.csv", quiet), Refusal)


def test_a_name_of_any_length_is_kept(tmp_path: Path) -> None:
    profile = read_source(written(tmp_path / "t.csv", '"' + "x" * 200_000 + '"' + "," * 27), quiet)
    assert isinstance(profile, Profile)
    assert profile.launches.kernel[0] == "x" * 200_000


def test_reading_tells_its_progress_and_can_be_stopped(tmp_path: Path) -> None:
    path = written(tmp_path / "t.csv", *[ROWS[0]] * 5000)
    told: list[float] = []
    read_source(path, told.append)
    assert told == sorted(told)
    assert len(told) >= 2
    assert told[-1] < 1

    class StoppedError(Exception):
        pass

    def stop(fraction: float) -> None:
        if fraction > 0:
            raise StoppedError

    with pytest.raises(StoppedError):
        read_source(path, stop)
