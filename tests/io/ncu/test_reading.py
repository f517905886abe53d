"""Reading as a whole: progress, cancelling, large files, and the account of it."""

import csv
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from roofline_gui.io.ncu import decode, read_profile, reader
from roofline_gui.io.ncu.block import IrregularRowsError, Wanted, parse_cells, parse_in_bulk
from roofline_gui.io.ncu.layout import read_header
from roofline_gui.io.ncu.segments import Rows
from roofline_gui.model.demand import Floats
from roofline_gui.model.launches import Launches
from roofline_gui.model.machine import Level
from roofline_gui.model.profile import Profile
from roofline_gui.model.read_options import NumberFormat
from tests.io.ncu.samples import CAPTURES, FP32, INSTRUCTIONS, TIME, long, opened, quoted, read_text, wide, written

CAPTURE_NAMES = [p.name for p in sorted(CAPTURES.glob("*.csv")) if p.name not in ("no-kernels.csv", "session-page.csv")]


class StoppedError(Exception):
    """What a caller raises to stop a reading."""


@pytest.fixture
def in_bulk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file counts as large."""
    monkeypatch.setattr(reader, "BULK_FROM", 1)


def repeated(name: str, times: int) -> str:
    """A capture with its launches repeated under new IDs."""
    text = (CAPTURES / name).read_text(encoding="utf-8")
    before, table = text[: text.index('"ID"')], text[text.index('"ID"') :].splitlines(keepends=True)
    head = [line for line in table if not line.startswith('"') or not line[1].isdigit()]
    rows = [line for line in table if line not in head]
    return before + "".join(head) + "".join(f'"{i}{row[row.index(",") - 1 :]}' for i, row in enumerate(rows * times))


def columns(launches: Launches) -> dict[str, Floats]:
    demand = launches.demand
    named = [*demand.flop.items(), *demand.bytes.items(), *launches.evidence.items()]
    return {"time": demand.time, "xu": demand.special_ops, **{key.value: values for key, values in named}}


def same(a: Profile, b: Profile) -> None:
    """Equal launches and accounts."""
    x, y = a.launches, b.launches
    for texts in (
        "kernel",
        "operation",
        "block",
        "grid",
        "launch_id",
        "process",
        "device",
        "device_name",
        "compute_capability",
    ):
        assert getattr(x, texts).rows() == getattr(y, texts).rows(), texts
    np.testing.assert_array_equal(x.flags, y.flags)
    np.testing.assert_array_equal(x.demand.flop_known, y.demand.flop_known)
    left, right = columns(x), columns(y)
    assert list(left) == list(right)
    for key, values in left.items():
        np.testing.assert_allclose(values, right[key], rtol=1e-15, err_msg=key)
    assert {k: t.rows() for k, t in x.provenance.items()} == {k: t.rows() for k, t in y.provenance.items()}
    assert a.ledger == b.ledger
    assert a.own_ceilings == b.own_ceilings


@pytest.mark.parametrize("name", CAPTURE_NAMES)
@pytest.mark.parametrize("piece", [1, 1 << 20])
def test_both_ways_of_parsing_give_the_same(name: str, piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    by_cells = opened(CAPTURES / name)
    monkeypatch.setattr(reader, "BULK_FROM", 1)
    monkeypatch.setattr(reader, "PIECE", piece)
    monkeypatch.setattr(decode, "FIRST_BLOCKS", 20_000)
    monkeypatch.setattr(reader, "parse_cells", None)  # must not be needed
    same(by_cells, opened(CAPTURES / name))


ODD_CELLS = [
    "",
    "n/a",
    "(!) nan",
    "inf",
    "-nan",
    "1e999",
    "440 (64; 64)",
    "no data",
    "True",
    "7",
    "1,234",
    "1,234.5",
    "0",
    "1e3",
]


@pytest.mark.parametrize("number_format", [NumberFormat.POINT, NumberFormat.COMMA, NumberFormat.SPACED_COMMA])
def test_odd_cells_parse_alike(number_format: NumberFormat) -> None:
    def printed(cell: str) -> str:
        return cell.translate({ord(","): number_format.group, ord("."): number_format.decimal})

    header = read_header('"ID","Kernel Name","a.sum","b__c.sum"', 1)
    assert header is not None
    wanted = Wanted(header, (0, 1), (2, 3), number_format)
    lines = [
        quoted((str(i), f"k{i % 3}", printed(cell), printed(ODD_CELLS[-1 - i]))) for i, cell in enumerate(ODD_CELLS)
    ]
    lines += ['"90","short"\n', '"91","half","5"\n', '"92","trailing","5","6",""\n', '"93"\n']
    rows = Rows("".join(lines).encode(), len(lines), ((0, 2),))
    cells, bulk = parse_cells(rows, wanted), parse_in_bulk([rows], wanted)
    assert cells.count == bulk.count == len(lines) - 1
    for i in (0, 1):
        assert cells.texts[i].rows() == bulk.texts[i].rows()
    for i in (2, 3):
        np.testing.assert_array_equal(cells.numbers[i], bulk.numbers[i])
        assert cells.unread[i].keys() == bulk.unread[i].keys()
    assert [line.number for line in cells.rejected] == [line.number for line in bulk.rejected] == [2 + len(lines) - 1]


def test_rows_of_another_shape_are_not_parsed_in_bulk() -> None:
    header = read_header('"ID","Kernel Name","a.sum"', 1)
    assert header is not None
    rows = Rows(b'"0","k","1"\n"1","k","2","shifted"\n', 2, ((0, 2),))
    with pytest.raises(IrregularRowsError):
        parse_in_bulk([rows], Wanted(header, (0, 1), (2,), NumberFormat.POINT))


def test_a_large_file_of_irregular_rows_is_read_cell_by_cell(tmp_path: Path, in_bulk: None) -> None:
    rows = wide({TIME: "1,000"}, {TIME: "2,000"}, {TIME: "3,000"}).splitlines(keepends=True)
    rows[3] = rows[3].replace('"k"', '"k","shifted"')
    profile = read_text(tmp_path, "".join(rows))
    assert list(profile.launches.demand.time) == pytest.approx([1e-6, 3e-6])
    assert [line.number for line in profile.ledger.skipped] == [4]


def test_whole_numbers_are_exact_in_large_files(tmp_path: Path, in_bulk: None) -> None:
    values = [2**53 - 1, 9_007_199_254_740_991, 1_234_567_890_123_457, 10**15 + 1]
    rows = [{TIME: "1,000", INSTRUCTIONS.format("fadd"): f"{v:,}"} for v in values]
    profile = read_text(tmp_path, wide(*rows))
    assert [int(v) for v in profile.launches.demand.total_flop] == values


@pytest.mark.parametrize(("sign", "values"), [(",", ["1.234", "64,25"]), (".", ["1,234", "64.25"])])
def test_a_large_file_keeps_its_number_format(tmp_path: Path, in_bulk: None, sign: str, values: list[str]) -> None:
    pct = "lts__t_sector_hit_rate.pct"
    text = long(*({**FP32, TIME: ("ns", values[0]), pct: ("%", values[1])} for _ in range(3)))
    profile = read_text(tmp_path, text)
    assert list(profile.launches.demand.time) == pytest.approx([1.234e-6] * 3)
    assert profile.ledger.number_format == ("1.234.567,89" if sign == "," else "1,234,567.89")


def test_tables_of_two_locales_in_one_file(tmp_path: Path) -> None:
    german = long({**FP32, TIME: ("us", "250,5"), "dram__bytes.sum": ("byte", "1.234.567")})
    english = long({**FP32, TIME: ("us", "250.5"), "dram__bytes.sum": ("byte", "1,234,567")})
    profile = read_text(tmp_path, german + english)
    assert list(profile.launches.demand.time) == pytest.approx([250.5e-6] * 2)
    assert list(profile.launches.demand.traffic(Level.DRAM)) == [1234567, 1234567]
    assert any("number formats" in note for note in profile.ledger.notes)


def test_an_undecided_table_follows_the_others(tmp_path: Path) -> None:
    german = long({**FP32, TIME: ("us", "250,5")})
    undecided = long({**FP32, TIME: ("us", "1.250")})
    assert list(read_text(tmp_path, undecided + german).launches.demand.time) == pytest.approx([1250e-6, 250.5e-6])
    alone = read_text(tmp_path, long({**FP32, TIME: ("ns", "118.752")}))
    assert alone.launches.demand.time[0] == pytest.approx(118752e-9), "a count of nanoseconds is whole"
    assert any("number format for certain" in note for note in alone.ledger.notes)


def test_progress_rises_from_0_to_1(tmp_path: Path) -> None:
    path = written(tmp_path, repeated("kernels-set-roofline-raw.csv", 60))
    seen: list[float] = []
    threads = set()

    def progress(fraction: float) -> None:
        seen.append(fraction)
        threads.add(threading.get_ident())

    assert isinstance(read_profile(path, progress), Profile)
    assert (seen[0], seen[-1]) == (0, 1)
    assert len(seen) > 3
    assert seen == sorted(seen)
    assert threads == {threading.get_ident()}


@pytest.mark.parametrize("call", [0, 1, 2, 3])
def test_what_progress_raises_stops_the_reading(tmp_path: Path, call: int) -> None:
    path = written(tmp_path, repeated("kernels-set-roofline-raw.csv", 60))
    calls = 0

    def progress(fraction: float) -> None:
        nonlocal calls
        if calls == call:
            raise StoppedError
        calls += 1

    before = set(threading.enumerate())
    with pytest.raises(StoppedError):
        read_profile(path, progress)
    assert set(threading.enumerate()) == before
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_a_large_file_is_its_part_repeated(tmp_path: Path) -> None:
    times = 60
    path = written(tmp_path, repeated("kernels-set-roofline-raw.csv", times))
    assert path.stat().st_size > 2 * reader.BULK_FROM
    part, whole = opened(CAPTURES / "kernels-set-roofline-raw.csv"), opened(path)
    assert len(whole.launches) == times * len(part.launches)
    np.testing.assert_allclose(whole.launches.demand.total_flop, np.tile(part.launches.demand.total_flop, times))
    np.testing.assert_allclose(whole.launches.demand.time, np.tile(part.launches.demand.time, times))
    assert whole.launches.kernel.rows() == part.launches.kernel.rows() * times
    assert whole.launches.launch_id.rows() == [str(i) for i in range(len(whole.launches))]
    with path.open(newline="") as file:
        assert sum(1 for _ in csv.reader(file)) == len(whole.launches) + 2


def test_a_large_long_file_is_its_part_repeated(tmp_path: Path) -> None:
    text = (CAPTURES / "kernels-short-list-long.csv").read_text(encoding="utf-8")
    start = text.index('"0",')
    rows = text[start:].splitlines(keepends=True)
    times = 7 * reader.BULK_FROM // (4 * len(text))
    numbered = [
        f'"{int(row.split(chr(34))[1]) + 21 * n}{row[row.index(",") - 1 :]}' for n in range(times) for row in rows
    ]
    whole = read_text(tmp_path, text[:start] + "".join(numbered))
    part = opened(CAPTURES / "kernels-short-list-long.csv")
    assert len(whole.launches) == 21 * times
    np.testing.assert_array_equal(whole.launches.demand.total_flop, np.tile(part.launches.demand.total_flop, times))
    np.testing.assert_array_equal(whole.launches.demand.time, np.tile(part.launches.demand.time, times))


def test_foreign_lines_within_a_large_file(tmp_path: Path, in_bulk: None) -> None:
    rows = long(*({**FP32, TIME: ("ns", f"{t},000")} for t in range(1, 30))).splitlines(keepends=True)
    noisy = [rows[0], *(line for i, row in enumerate(rows[1:]) for line in (row, f"==PROF== {i}\n"))]
    profile = read_text(tmp_path, "".join(noisy) + "".join(rows))
    assert [round(t * 1e6) for t in profile.launches.demand.time] == [*range(1, 30), *range(1, 30)]
    assert profile.ledger.skipped_count == len(rows) - 1
    assert profile.ledger.skipped[0].number == 3


def test_different_devices_are_named(tmp_path: Path) -> None:
    text = long({**FP32, TIME: ("ns", "1,000")}, cc="9.0") + long({**FP32, TIME: ("ns", "1,000")}, cc="8.0")
    profile = read_text(tmp_path, text)
    assert profile.devices == (("", "9.0"), ("", "8.0"))
    assert any("different GPUs" in note for note in profile.ledger.notes)


def test_what_a_file_lacks_comes_with_the_metric_that_would_give_it(tmp_path: Path) -> None:
    profile = read_text(tmp_path, long({**FP32, TIME: ("ns", "1,000")}))
    missing = dict(profile.ledger.missing)
    assert missing["DRAM bytes"] == "dram__bytes_read.sum + dram__bytes_write.sum"
    assert missing["FP64 work"] == "sm__sass_thread_inst_executed_op_{dadd,dmul,dfma}_pred_on.sum"
    assert "time" not in missing
    assert "FP32 work" not in missing


def test_chips_without_dram_counters_are_explained(tmp_path: Path) -> None:
    profile = read_text(tmp_path, long({**FP32, TIME: ("ns", "1,000")}, cc="12.1"))
    assert any("no DRAM counters" in note for note in profile.ledger.notes)


def test_the_device_name_as_a_metric_of_a_long_table(tmp_path: Path) -> None:
    profile = read_text(tmp_path, long({**FP32, TIME: ("ns", "1"), "device__attribute_display_name": ("", "NVIDIA X")}))
    assert profile.devices == (("NVIDIA X", "9.0"),)
    assert profile.ledger.unread == ()


def test_small_files_do_without_pandas() -> None:
    """Its import takes longer than reading them."""
    program = (
        "import sys; from pathlib import Path; from roofline_gui.io.ncu import read_profile;"
        "print(len(read_profile(Path(sys.argv[1])).launches), 'pandas' in sys.modules)"
    )
    capture = CAPTURES / "decode-bf16-recommended-raw.csv"
    done = subprocess.run([sys.executable, "-c", program, str(capture)], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["90", "False"]


@pytest.mark.parametrize("garbled", ["6,146,0", "64,25", "1234,567"])
@pytest.mark.parametrize("shape", ["long", "wide"])
def test_a_garbled_number_is_listed_however_large_the_file(
    tmp_path: Path, in_bulk: None, garbled: str, shape: str
) -> None:
    """A tokenizer that drops grouping signs would make 61460 of the first."""
    printed = ["6,146,048", garbled, "1,234,567.00"]
    if shape == "long":
        text = long(*({**FP32, TIME: ("ns", "1,000"), "dram__bytes.sum": ("byte", p)} for p in printed))
    else:
        text = wide(*({TIME: "1,000", **dict.fromkeys(FP32, "1"), "dram__bytes.sum": p} for p in printed))
    profile = read_text(tmp_path, text)
    np.testing.assert_array_equal(profile.launches.demand.traffic(Level.DRAM), [6146048, np.nan, 1234567])
    assert [(u.launch, u.counter, u.reason) for u in profile.ledger.unread] == [
        (1, "dram__bytes.sum", f"the profile says “{garbled}”")
    ]
