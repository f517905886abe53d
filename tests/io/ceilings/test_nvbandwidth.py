"""nvbandwidth: only the local copy counts, twice; everything else measures links."""

import json

import pytest

from roofline_gui.model.machine import Level
from tests.io.ceilings.samples import DATA, rates, read_text, refused


def output(*tests: dict[str, object], **root: object) -> str:
    return json.dumps({"nvbandwidth": {"version": "v0.5", "testcases": list(tests), **root}}, indent=1)


LOCAL = {"name": "device_local_copy", "status": "Passed", "bandwidth_matrix": [["1000.5", "N/A", "900"]], "sum": 1900.5}
LINK = {"name": "host_to_device_memcpy_ce", "status": "Passed", "bandwidth_matrix": [["54.9"]], "sum": 54.9}


def test_each_device_has_its_column_and_sums_do_not_count() -> None:
    reading = read_text(output(LINK, LOCAL))
    assert [c.name for c in reading.configurations] == ["device 0", "device 2"]
    assert [rates(reading, i)[Level.DRAM] for i in range(2)] == [2001, 1800]


def test_text_with_braces_around_the_json() -> None:
    reading = read_text("running {nvbandwidth} on {host}\n" + output(LINK, LOCAL) + "\n{done}\n")
    assert rates(reading)[Level.DRAM] == 2001


@pytest.mark.parametrize(
    ("tests", "said"),
    [
        ((LINK,), "nvbandwidth -t device_local_copy"),
        (({"name": "device_local_copy", "status": "Waived"},), "status: Waived"),
        (({"name": "device_local_copy", "bandwidth_matrix": [["N/A"]]},), "status: unknown"),
        (({"name": "device_local_copy", "bandwidth_matrix": "1000"},), "status: unknown"),
        ((), "device_local_copy"),
    ],
)
def test_without_the_local_copy_there_is_no_ceiling(tests: tuple[dict[str, object], ...], said: str) -> None:
    refusal = refused(output(*tests))
    assert "nvbandwidth v0.5" in refusal.what
    assert said in refusal.advice


def test_json_that_breaks_off_is_refused() -> None:
    text = output(LINK, LOCAL)
    assert "breaks off" in refused(text[: text.index("1000.5") + 3]).advice


def test_text_without_the_local_copy() -> None:
    text = (DATA / "nvbandwidth.txt").read_text(encoding="utf-8")
    start, end = text.index("Running device_local_copy"), text.index("NOTE:")
    refusal = refused(text[:start] + "Waived: \n" + text[end:])
    assert "not in this output" in refusal.advice


def test_text_with_a_device_that_was_not_measured() -> None:
    reading = read_text(
        "Running device_local_copy.\nmemcpy local GPU(column) bandwidth (GB/s)\n           0         1\n"
        " 0       N/A    900.00\n\nSUM device_local_copy 900.00\n"
    )
    assert [c.name for c in reading.configurations] == ["device 1"]
    assert rates(reading) == {Level.DRAM: 1800}


def test_text_that_breaks_off_in_the_row_keeps_the_whole_columns() -> None:
    reading = read_text("Running device_local_copy.\nbandwidth\n           0         1\n 0   1467.31   14")
    assert [c.name for c in reading.configurations] == ["device 0"]
