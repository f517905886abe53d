"""Every sample gives the rates that are right for it, in whatever encoding, under whatever name."""

from collections.abc import Callable
from pathlib import Path

import pytest

from roofline_gui.io.ceilings import Reading, read_ceilings
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision
from tests.io.ceilings.samples import EXPECTED, SAMPLES, doubts, target


def expect_right(reading: object, sample: str) -> None:
    assert isinstance(reading, Reading), reading
    tool, configurations = EXPECTED[sample]
    assert reading.tool == tool
    assert [c.name for c in reading.configurations] == list(configurations)
    for configuration, expected in zip(reading.configurations, configurations.values(), strict=True):
        found = {value.target: value.value for value in configuration.values}
        assert found.keys() == {target(name) for name in expected}
        for name, rate in expected.items():
            assert found[target(name)] == pytest.approx(rate * 1e9, rel=1e-3), (configuration.name, name)


def test_there_is_a_sample_of_every_kind() -> None:
    assert {path.name for path in SAMPLES} == EXPECTED.keys()


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_a_sample_is_read(sample: Path) -> None:
    expect_right(read_ceilings(sample), sample.name)


VARIANTS: dict[str, Callable[[bytes], bytes]] = {
    "LF": lambda data: data.replace(b"\r\n", b"\n"),
    "CRLF": lambda data: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
    "CR": lambda data: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r"),
    "CR CR LF": lambda data: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\r\n"),
    "UTF-8 with BOM": lambda data: b"\xef\xbb\xbf" + data,
    "UTF-16 with BOM": lambda data: data.decode().encode("utf-16"),
    "UTF-16 without BOM": lambda data: data.decode().encode("utf-16-le"),
    "shell output around it": lambda data: b"$ cd /opt/bench && ./run {fast}\nLoading modules, please wait\n\n" + data,
    "colours": lambda data: b"\x1b[32mstarting\x1b[0m\n" + data,
    "blank lines before it": lambda data: b"\n\n" + data + b"\n\n",
    "foreign letters": lambda data: "Müller’s Rechner\n".encode("cp1252") + data,
}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_encoding_line_ends_and_surroundings_do_not_matter(
    tmp_path: Path, sample: Path, variant: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "roofline.csv"  # the name says nothing either
    path.write_bytes(variant(sample.read_bytes()))
    expect_right(read_ceilings(path), sample.name)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_every_value_says_where_it_stands(sample: Path) -> None:
    reading = read_ceilings(sample)
    assert isinstance(reading, Reading)
    for configuration in reading.configurations:
        assert all(value.source for value in configuration.values)
        assert all(not value.doubt or value.doubt.endswith(".") for value in configuration.values)
        assert all(note.endswith(".") for note in (*reading.notes, *configuration.notes))


def test_versions_and_devices_are_kept() -> None:
    found = {path.name: read_ceilings(path) for path in SAMPLES}
    versions = {name: reading.version for name, reading in found.items() if isinstance(reading, Reading)}
    assert versions["ert.json"] == "1.1.0"
    assert versions["nvbandwidth.json"] == "v0.8"
    assert versions["nvbandwidth.txt"] == "v0.7"
    assert versions["babelstream.txt"] == "4.0"
    assert versions["stream.txt"] == "5.10"
    assert versions["mixbench.txt"] == "v0.04-9-g0000000"
    devices = {name: r.configurations[0].device for name, r in found.items() if isinstance(r, Reading)}
    assert (
        devices["nvbandwidth.json"] == devices["nvbandwidth.txt"] == devices["babelstream.csv"] == "NVIDIA Example X1"
    )
    assert devices["babelstream.txt"] == "AMD Example M"
    assert devices["carm.csv"] == "rack7"


def test_what_is_uncertain_is_marked() -> None:
    found = {path.name: read_ceilings(path) for path in SAMPLES}
    readings = {name: reading for name, reading in found.items() if isinstance(reading, Reading)}
    assert "FP64, its default, is assumed" in doubts(readings["ert.json"])[Precision.FP64]
    assert "Cache-aware" in doubts(readings["carm.csv"])[Level.DRAM]
    assert "Write-allocate" in doubts(readings["stream.txt"])[Level.DRAM]
    assert "read" in doubts(readings["mixbench.txt"])[Level.DRAM]
    assert "proposed for a working set of 2 GB" in doubts(readings["likwid-bench.txt"])[Level.DRAM]
    assert "reads and writes" in readings["nvbandwidth.json"].configurations[0].notes[0]
    assert "3.07 TB/s" in readings["babelstream.csv"].configurations[0].notes[0]  # Dot, not used
    (note,) = readings["gpu-cache.txt"].configurations[0].notes  # the noisy third step
    assert "4.61 TB/s at 49152 to 196608 kB (spread up to 31.5 %)" in note


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_a_file_that_is_cut_shows_no_cut_number(tmp_path: Path, sample: Path) -> None:
    """Whatever is read from the first part of a file is a rate that the whole file prints."""
    whole = read_ceilings(sample)
    assert isinstance(whole, Reading)
    data = sample.read_bytes()
    path = tmp_path / sample.name
    printed = printed_numbers(data.decode())
    for cut in range(1, len(data), max(1, len(data) // 150)):
        path.write_bytes(data[:cut])
        reading = read_ceilings(path)
        if not isinstance(reading, Reading):
            continue
        for configuration in reading.configurations:
            for value in configuration.values:
                if "plateau" in value.source:
                    best = max(v.value for c in whole.configurations for v in c.values)
                    assert value.value <= best * 1.03
                else:
                    assert any(value.value == pytest.approx(rate, rel=1e-9) for rate in printed), (cut, value)


def printed_numbers(text: str) -> set[float]:
    """All numbers of a text in B/s and FLOP/s, under every factor that a sample uses."""
    numbers = set()
    for word in text.replace(",", " ").replace('"', " ").split():
        try:
            numbers.add(float(word))
        except ValueError:
            continue
    return {number * factor for number in numbers for factor in (1e6, 1e9, 2e9, 1e12, 1e15)}
