"""The machines command: the catalogue, and machines with measured ceilings."""

import json
from pathlib import Path

import pytest

from roofline_gui.cli import main
from roofline_gui.io.machines import load_catalogue, read_machine
from roofline_gui.model.machine import Kind, Level
from roofline_gui.model.precision import Precision

DATA = Path(__file__).parents[1] / "data" / "ceilings"
STREAM, ROCPROF, CARM = DATA / "stream.txt", DATA / "rocprof-compute.csv", DATA / "carm.csv"


def test_the_catalogue_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["machines"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:3] == ["id", "name", "FP64"]
    rows = {line.split()[0]: line for line in lines[1:] if line}
    assert "3.35 TB/s" in rows["h100-sxm"]
    assert "990 TFLOP/s" in rows["h100-sxm"]
    assert {machine.id for machine in load_catalogue().machines} <= rows.keys()


def test_the_catalogue_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["machines", "--json"]) == 0
    machines = {machine["id"]: machine for machine in json.loads(capsys.readouterr().out)}
    dram = next(level for level in machines["mi300x"]["levels"] if level["name"] == "dram")
    assert (dram["bytes_per_s"], dram["kind"]) == (5.3e12, "datasheet")


def test_a_machine_with_measured_ceilings_is_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "Node 17.json"
    assert main(["machines", "--from", str(ROCPROF), "--base", "mi300x", "--device", "1", "--save", str(target)]) == 0
    out, err = capsys.readouterr()
    machine = read_machine(target)
    assert machine.id == "node-17"
    assert machine.name == "MI300X (measured)"
    dram = machine.level(Level.DRAM)
    assert dram is not None
    assert dram.bandwidth.value == pytest.approx(4088.04e9, rel=1e-5)
    assert dram.bandwidth.kind is Kind.MEASURED
    assert dram.bandwidth.source == "ROCm Compute Profiler (layout of late 2025), device 1, column HBMBw"
    assert machine.peak(Precision.TF32_TENSOR) == 653.7e12  # not measured: that of the base
    table = {line.split("  ")[0]: line for line in out.splitlines()}
    assert "4.088 TB/s" in table["HBM3"]
    assert "5.3 TB/s" in table["HBM3"]
    assert "column HBMBw" in table["HBM3"]
    assert "none: INT32" in table
    assert "Not measured, kept from MI300X: TF32 tensor." in out
    assert str(target) in err


def test_several_devices_are_listed_and_the_first_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["machines", "--from", str(ROCPROF)]) == 0
    out, err = capsys.readouterr()
    assert "device 0" in out
    assert "--device 1: device 1" in err
    assert "nothing is saved" in err


@pytest.mark.parametrize("wanted", ["1", "scalar, 1 thread"])
def test_a_setting_is_chosen_by_place_or_name(capsys: pytest.CaptureFixture[str], wanted: str) -> None:
    assert main(["machines", "--from", str(CARM), "--device", wanted]) == 0
    out = capsys.readouterr().out
    assert "14.11 GB/s" in out
    assert "last-level cache" in out
    assert "Cache-aware" in out
    assert "Not measured: FP32," in out


def test_a_machine_file_serves_as_base_and_the_result_as_machine(tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    assert main(["machines", "--from", str(DATA / "plain.txt"), "--save", str(first)]) == 0
    assert main(["machines", "--from", str(STREAM), "--base", str(first), "--save", str(second)]) == 0
    assert read_machine(second).bandwidth(Level.DRAM) == 389027.5e6
    assert read_machine(second).peak(Precision.FP32) == 60.4e12


def test_the_machine_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["machines", "--from", str(STREAM), "--base", "h100-sxm", "--json"]) == 0
    machine = json.loads(capsys.readouterr().out)
    assert machine["id"] == "h100-sxm-measured"
    assert next(level["bytes_per_s"] for level in machine["levels"] if level["name"] == "dram") == 389027.5e6


def test_a_base_that_is_another_device_is_mentioned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "stream.txt"
    text = (DATA / "babelstream.csv").read_text(encoding="utf-8").replace("NVIDIA Example X1", "NVIDIA H200")
    path.write_text(text, encoding="utf-8")
    assert main(["machines", "--from", str(path), "--base", "b200"]) == 0
    assert "the file names NVIDIA H200, which is H200 SXM and not B200" in capsys.readouterr().err
    assert main(["machines", "--from", str(path)]) == 0
    assert "--base h200-sxm" in capsys.readouterr().err
    assert main(["machines", "--from", str(path), "--base", "h200-sxm"]) == 0
    assert "the file names" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--from", "no/such/file.txt"], 1, "cannot be read"),
        (["--from", __file__], 1, "not the output of a known benchmark tool"),
        (["--from", str(STREAM), "--base", "h1000"], 2, "no machine is called “h1000”"),
        (["--from", str(STREAM), "--device", "7"], 2, "--device 0: 96 threads"),
        (["--from", str(STREAM), "--save", "machine.json"], 2, "--base ID"),
        (["--from", str(STREAM), "--json"], 2, "a machine needs a compute peak too"),
        (["--from", str(STREAM), "--base", "b200", "--save", "no/such/folder/m.json"], 2, "cannot write"),
        (["--from", str(STREAM), "--base", "b200", "--save", "−.json"], 2, "letters or digits"),
        (["--base", "h100-sxm"], 2, "--base goes with --from"),
        (["--save", "x.json"], 2, "--save goes with --from"),
        (["--device", "0"], 2, "--device goes with --from"),
    ],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["machines", *arguments]) == code
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_benchmark_file_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "plain.txt"
    path.write_bytes((DATA / "plain.txt").read_bytes())
    assert main(["machines", "--from", str(path), "--save", str(tmp_path / "." / "plain.txt")]) == 2
    assert "this is the file of the benchmark" in capsys.readouterr().err
    assert path.read_bytes() == (DATA / "plain.txt").read_bytes()
