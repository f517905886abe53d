"""What stands around and between the rows of a table: nothing of it is data, and no row is lost."""

import gzip
from pathlib import Path

import pytest

from tests.io.ncu.samples import FP32, LONG, TIME, launch_cells, long, opened, quoted, read_text, wide, written

LAUNCHES = [{**FP32, TIME: ("ns", f"{t},000"), "dram__bytes.sum": ("byte", "4,096")} for t in (1, 2, 3)]
TABLE = long(*LAUNCHES)
ROWS = TABLE.splitlines(keepends=True)
NOISE = [
    "==PROF== Disconnected from process 1\n",
    '==WARNING== A path, "quoted, with commas", is missing\n',
    "grid 256, 256\n",
    '"residual","0.004"\n',
    "7 rows saved in C:\\out.csv\n",
    "50%....100%\n",
    "\n",
    "   \n",
]


def times(text: str | bytes, folder: Path) -> list[float]:
    return [round(t * 1e9) for t in read_text(folder, text).launches.demand.time.tolist()]


@pytest.mark.parametrize("noise", NOISE)
@pytest.mark.parametrize("place", range(len(ROWS) + 1))
def test_a_foreign_line_anywhere(tmp_path: Path, noise: str, place: int) -> None:
    profile = read_text(tmp_path, "".join([*ROWS[:place], noise, *ROWS[place:]]))
    assert [round(t * 1e9) for t in profile.launches.demand.time] == [1000, 2000, 3000]
    assert list(profile.launches.demand.total_flop) == [0, 0, 0]
    assert profile.ledger.unread == ()
    lines = [(line.number, line.text) for line in profile.ledger.skipped]
    assert lines == ([(place + 1, noise.rstrip())] if noise.strip() else [])


def test_warnings_become_notes(tmp_path: Path) -> None:
    profile = read_text(tmp_path, NOISE[1] + TABLE)
    assert any('"quoted, with commas"' in note for note in profile.ledger.notes)


def test_output_without_line_end_before_header_and_row(tmp_path: Path) -> None:
    text = "done" + ROWS[0] + "progress 50%" + "".join(ROWS[1:])
    assert times(text, tmp_path) == [1000, 2000, 3000]


def test_progress_bars_with_carriage_returns(tmp_path: Path) -> None:
    text = '==PROF== Profiling "k": 0%\r50%\r100% - 3 passes\n' + TABLE
    assert times(text, tmp_path) == [1000, 2000, 3000]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_line_ends_and_delimiters(tmp_path: Path, end: str, delimiter: str) -> None:
    assert times(TABLE.replace('","', f'"{delimiter}"').replace("\n", end), tmp_path) == [1000, 2000, 3000]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    kernel = "größe(float *)"
    profile = read_text(tmp_path, long(*LAUNCHES, kernel=kernel).encode(encoding))
    assert profile.launches.kernel.rows() == [kernel] * 3
    assert len(profile.launches) == 3


def test_a_byte_order_mark_before_a_second_document(tmp_path: Path) -> None:
    assert times(("\ufeff" + TABLE) * 2, tmp_path) == [1000, 2000, 3000] * 2


def test_a_trailing_block_of_zeros(tmp_path: Path) -> None:
    assert times(TABLE.encode() + b"\0" * 5000, tmp_path) == [1000, 2000, 3000]


def test_compressed(tmp_path: Path) -> None:
    assert len(opened(written(tmp_path, gzip.compress(TABLE.encode()), "profile.csv.gz")).launches) == 3
    assert len(opened(written(tmp_path, gzip.compress(TABLE.encode()), "profile.csv")).launches) == 3


def test_a_path_with_spaces_and_umlauts(tmp_path: Path) -> None:
    folder = tmp_path / "Prüf Läufe"
    folder.mkdir()
    path = written(folder, TABLE, "größe 1.csv")
    path.chmod(0o444)
    assert opened(path).name == "größe 1.csv"


@pytest.mark.parametrize(
    "kernel",
    [
        "two\nlines(float *)",
        'ends with a comma",\nand goes on(int)',
        '"0","1","looks like a row',
        "tab\tname",
        "  padded  ",
        "x" * 5000,
        'void f<(char)34>(const T *, "tag, v2")',
        "=SUM(A1:A9)",
        "<unnamed>::g",
    ],
)
@pytest.mark.parametrize("shape", ["long", "wide"])
def test_names_letter_by_letter(tmp_path: Path, kernel: str, shape: str) -> None:
    if shape == "long":
        text = long(*LAUNCHES, kernel=kernel)
    else:
        text = wide(*({m: v for m, (_, v) in launch.items()} for launch in LAUNCHES), kernel=kernel)
    profile = read_text(tmp_path, text)
    assert profile.launches.kernel.rows() == [kernel] * 3
    assert [round(t * 1e9) for t in profile.launches.demand.time] == [1000, 2000, 3000]
    assert profile.ledger.skipped == ()


@pytest.mark.parametrize("lost", range(1, 60))
def test_a_cut_last_line_gives_no_wrong_number(tmp_path: Path, lost: int) -> None:
    """The last metric is the DRAM bytes of the third launch: known or unknown, never a part of its digits."""
    profile = read_text(tmp_path, TABLE[:-lost])
    assert len(profile.launches) == 3
    dram = profile.launches.demand.bytes
    values = [v for column in dram.values() for v in column.tolist()]
    assert values[:2] == [4096, 4096]
    assert values[2] != values[2] or values[2] == 4096


@pytest.mark.parametrize("lost", [2, 3, 8])
def test_a_cut_wide_row_keeps_what_is_whole(tmp_path: Path, lost: int) -> None:
    text = wide({TIME: "1,000", **dict.fromkeys(FP32, "7"), "dram__bytes.sum": "123,456"})
    profile = read_text(tmp_path, text[:-lost])
    assert profile.launches.demand.time[0] == pytest.approx(1e-6)
    assert profile.launches.demand.total_flop[0] == 28
    assert [u.counter for u in profile.ledger.unread] == ["dram__bytes.sum"]
    assert any("cut off" in note for note in profile.ledger.notes)


@pytest.mark.parametrize("kept", range(10, len(ROWS[6]) - 2))
def test_a_row_cut_in_the_middle_of_a_file(tmp_path: Path, kept: int) -> None:
    text = "".join(ROWS[:6]) + ROWS[6][:kept] + "\n" + "".join(ROWS[6:])
    assert times(text, tmp_path) == [1000, 2000, 3000]


def test_documents_keep_their_launches_apart(tmp_path: Path) -> None:
    other = long({**FP32, TIME: ("us", "9"), "lts__t_bytes.sum": ("Kbyte", "2")}, cc="8.0", kernel="other")
    launches = read_text(tmp_path, TABLE + "==PROF== again\n" + other).launches
    assert launches.kernel.rows() == ["k", "k", "k", "other"]
    assert launches.launch_id.rows() == ["0", "1", "2", "0"]
    assert launches.compute_capability.rows() == ["9.0", "9.0", "9.0", "8.0"]


def test_reused_ids_without_a_header_between_are_two_launches(tmp_path: Path) -> None:
    assert times(TABLE + long(*LAUNCHES, header=False), tmp_path) == [1000, 2000, 3000] * 2


def test_a_table_sorted_by_metric_is_the_same(tmp_path: Path) -> None:
    by_metric = sorted(ROWS[1:], key=lambda line: line.split('","')[12])
    assert by_metric != ROWS[1:]
    assert times(ROWS[0] + "".join(by_metric), tmp_path) == [1000, 2000, 3000]


def test_processes_stay_apart(tmp_path: Path) -> None:
    rows = [
        quoted((*launch_cells(0, "k", "9.0", process), "Command line profiler metrics", metric, unit, value))
        for metric, (unit, value) in LAUNCHES[0].items()
        for process in ("1", "2")
    ]
    launches = read_text(tmp_path, quoted(LONG) + "".join(rows)).launches
    assert launches.process.rows() == ["1", "2"]
    assert list(launches.demand.time) == pytest.approx([1e-6, 1e-6])


def test_older_header(tmp_path: Path) -> None:
    columns = ("ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Kernel Time", "Context", "Stream")
    header = quoted((*columns, "Section Name", "Metric Name", "Metric Unit", "Metric Value"))
    start = ("0", "7", "demo", "127.0.0.1", "k", "2020-Jan-01 10:00:00", "1", "7", "Command line profiler metrics")
    rows = [quoted((*start, metric, unit, value)) for metric, (unit, value) in LAUNCHES[0].items()]
    launches = read_text(tmp_path, header + "".join(rows)).launches
    assert launches.kernel.rows() == ["k"]
    assert launches.grid.rows() == [""]
    assert launches.demand.time[0] == pytest.approx(1e-6)


def test_rows_with_more_cells_than_the_header_are_not_trusted(tmp_path: Path) -> None:
    broken = ROWS[4].replace('"k"', '"k","shifted"')
    profile = read_text(tmp_path, "".join([*ROWS[:4], broken, *ROWS[5:]]))
    assert [line.number for line in profile.ledger.skipped] == [5]
    assert len(profile.launches) == 3
