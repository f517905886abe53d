"""The report command on real captures: files, columns, exit codes, messages."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from roofline_gui.cli import main
from roofline_gui.present.table import COLUMNS
from roofline_gui.resources import resource_path

DATA = Path(__file__).parents[1] / "data"
H200 = DATA / "h200"


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def test_the_example_gives_the_table_of_the_contract(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.csv"
    assert main(["report", "--example", "--csv", str(target)]) == 0
    rows = rows_of(target)
    assert tuple(rows[0]) == COLUMNS
    assert sum(int(r["launches"]) for r in rows) == 90  # data rows of the capture
    assert any(r["group"] == "decode batch=32 / layer 0 / qkv_proj" for r in rows)
    assert sum(float(r["time_share"]) for r in rows) == pytest.approx(1)
    assert capsys.readouterr().out == ""


def test_rows_of_the_known_kernels(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    assert main(["report", str(H200 / "kernels-recommended-raw.csv"), "--group", "launch", "--csv", str(target)]) == 0
    rows = rows_of(target)
    assert len(rows) == 21
    by_name = {r["kernel"].split("(")[0].removeprefix("void "): r for r in reversed(rows)}
    assert float(by_name["vec_add"]["flop"]) == 1e8  # n = 10⁸ additions
    for name in ("gemm_naive", "gemm_tiled<16>", "gemm_tiled<32>", "mma_sync_bf16"):
        assert float(by_name[name]["flop"]) == pytest.approx(2 * 2048**3, rel=1e-3), name
    assert by_name["gemm_tiled<32>"]["bound_by"] == "shared"
    assert float(by_name["gemm_tiled<32>"]["roof_fraction"]) == pytest.approx(0.91, abs=0.02)
    assert by_name["gemm_naive"]["bound_by"] == "l1"
    assert float(by_name["gemm_naive"]["roof_fraction"]) == pytest.approx(0.97, abs=0.02)
    assert by_name["sfu_exp"]["bound_by"] == "xu"
    assert float(by_name["sfu_exp"]["special_ops"]) == pytest.approx(2.16e9, rel=0.01)
    assert by_name["sfu_exp"]["verdict"] == "compute_optimal"
    assert by_name["fma_chain"]["verdict"] == "compute_optimal"
    assert float(by_name["fma_chain"]["roof_fraction"]) == pytest.approx(0.97, abs=0.02)
    assert by_name["fma_chain_fp64"]["bound_by"] == "fp64"
    assert float(by_name["fma_chain_fp64"]["roof_fraction"]) == pytest.approx(0.96, abs=0.03)
    assert by_name["fma_chain_half2"]["precision"] == "fp16"
    assert by_name["pointer_chase"]["verdict"] == "latency"
    assert by_name["hash_int"]["flop"] == "0"
    assert by_name["hash_int"]["verdict"] == "bandwidth_only"
    assert by_name["mma_sync_bf16"]["verdict"] == "memory_suboptimal"
    assert by_name["mma_sync_bf16"]["bound_by"] == "l1"
    assert by_name["shared_read"]["bound_by"] == "shared"
    assert float(by_name["shared_read"]["roof_fraction"]) == pytest.approx(0.98, abs=0.02)
    assert by_name["l2_read"]["bound_by"] == "l2"
    assert by_name["vec_add_strided"]["verdict"] == "memory_suboptimal"
    assert [r["verdict"] for r in rows[-3:]] == ["latency"] * 3  # 256 elements: pure launch cost


def test_the_roofline_set_tells_shared_memory_from_l1_without_counting_its_bytes(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    assert main(["report", str(H200 / "kernels-set-roofline-raw.csv"), "--group", "launch", "--csv", str(target)]) == 0
    by_name = {r["kernel"].split("(")[0].removeprefix("void "): r for r in rows_of(target)}
    bound_by = {n: by_name[n]["bound_by"] for n in ("gemm_naive", "gemm_tiled<16>", "gemm_tiled<32>", "shared_read")}
    assert bound_by == {
        "gemm_naive": "l1",
        "gemm_tiled<16>": "shared",
        "gemm_tiled<32>": "shared",
        "shared_read": "shared",
    }
    assert by_name["gemm_tiled<32>"]["bytes_shared"] == ""  # not counted in that set, so unknown
    assert float(by_name["gemm_tiled<32>"]["roof_fraction"]) == pytest.approx(0.91, abs=0.02)


def test_json_holds_rows_utilisation_ledger_and_totals(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    capture = H200 / "kernels-recommended-raw.csv"
    assert main(["report", str(capture), "--group", "launch", "--json", str(target)]) == 0
    data = json.loads(target.read_text(encoding="utf-8"))
    assert data["machine"]["id"] == "h200-sxm"
    assert len(data["rows"]) == 21
    tiled = next(r for r in data["rows"] if "gemm_tiled<32>" in r["kernel"])
    assert tiled["utilisation"]["l1"] == pytest.approx(0.91, abs=0.02)
    assert tiled["utilisation"]["shared"] == pytest.approx(0.88, abs=0.02)
    assert tiled["utilisation"]["dram"] == pytest.approx(0.005, abs=0.001)
    assert tiled["findings"][0]["code"] == tiled["verdict"]
    assert "dram__bytes_read" in tiled["sources"]["bytes.dram"]
    assert data["ledger"]["read"] == 21
    not_drawn = {e["kernel"].split("(")[0]: e["reason"] for e in data["ledger"]["not_drawn"]}
    assert "no floating-point work" in not_drawn["hash_int"]
    assert data["totals"]["time_s"] == pytest.approx(sum(r["time_s"] for r in data["rows"]))


def test_the_profile_ceilings_can_be_chosen(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    capture = H200 / "kernels-recommended-raw.csv"
    assert main(["report", str(capture), "--machine", "profile", "--json", str(target)]) == 0
    machine = json.loads(target.read_text(encoding="utf-8"))["machine"]
    dram = next(x for x in machine["levels"] if x["name"].lower().startswith(("dram", "hbm")))
    assert dram["kind"] == "profile"
    # 1504 B per cycle at about 3.199 GHz; launches differ by a few parts in a thousand.
    assert dram["bytes_per_s"] == pytest.approx(1504 * 3.199e9, rel=0.01)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("no-kernels.csv", ("No kernels were profiled",)),
        ("session-page.csv", ("session page", "--page raw")),
    ],
)
def test_unusable_files_are_named_and_exit_1(
    name: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    target = tmp_path / "out.csv"
    assert main(["report", str(H200 / name), "--csv", str(target)]) == 1
    message = capsys.readouterr().err
    for word in words:
        assert word.lower() in message.lower()
    assert "Traceback" not in message
    assert not target.exists()


def test_missing_file_empty_file_and_folder_exit_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    empty = tmp_path / "empty.csv"
    empty.write_bytes(b"")
    for path in (tmp_path / "nothing.csv", empty, tmp_path):
        assert main(["report", str(path), "--csv", "-"]) == 1
        message = capsys.readouterr().err
        assert path.name in message
        assert "Traceback" not in message


def test_unknown_device_asks_for_a_machine_and_exits_2(capsys: pytest.CaptureFixture[str]) -> None:
    long_list = H200 / "kernels-short-list-long.csv"  # names no device and has no peak counters
    assert main(["report", str(long_list), "--csv", "-"]) == 2
    message = capsys.readouterr().err
    assert "--machine" in message
    assert "h200-sxm" in message
    assert main(["report", str(long_list), "--machine", "h200-sxm", "--csv", "-"]) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["--machine", "h900"],
        ["--near", "0.2"],
        ["--size", "big"],
        ["--scale", "0"],
        ["--csv", "/nonexistent-folder/out.csv"],
    ],
)
def test_wrong_usage_exits_2_with_a_sentence(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--example", *arguments]) == 2
    message = capsys.readouterr().err
    assert arguments[0] in message or arguments[1] in message
    assert "Traceback" not in message


def test_one_bad_file_does_not_lose_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(H200 / "no-kernels.csv"), str(H200 / "kernels-recommended-raw.csv"), "--csv", "-"]) == 0
    captured = capsys.readouterr()
    assert "no-kernels.csv" in captured.err
    assert "gemm_naive" in captured.out


def test_table_for_people_names_machine_verdicts_and_the_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--example"]) == 0
    shown = capsys.readouterr().out
    assert "H200" in shown
    assert "lm_head" in shown
    assert "90 launches read" in shown


def test_a_program_reads_the_table_from_standard_output() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "roofline_gui", "report", "--example", "--csv", "-"], capture_output=True, check=True
    )
    assert done.stdout.decode("utf-8").splitlines()[0] == ",".join(COLUMNS)
    assert b"\r" not in done.stdout


def test_machines_and_ncu_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["machines", "--json"]) == 0
    machines = json.loads(capsys.readouterr().out)
    assert {"a100-sxm-80gb", "h100-sxm", "h200-sxm", "b200", "mi300x"} <= {m["id"] for m in machines}
    assert main(["machines"]) == 0
    assert "h100-sxm" in capsys.readouterr().out
    assert main(["ncu-command", "--cc", "9.0", "--app", "./my app"]) == 0
    command = capsys.readouterr().out
    assert command.startswith("ncu --csv --page raw --print-units base --clock-control none --metrics ")
    assert "dram__bytes_read.sum" in command
    assert "./my app" in command
    assert main(["ncu-command", "--cc", "hopper"]) == 2


def test_ncu_command_takes_launches_and_parts(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--range", "decode/", "--kernels", "gemm.*", "--skip", "5", "--count", "9", "--app", "./app 'a b'"]
    assert main(["ncu-command", *options, "--without", "evidence", "--without", "l1"]) == 0
    command = capsys.readouterr().out
    selection = "--nvtx --nvtx-include decode/ -k 'regex:gemm.*' --launch-skip 5 --launch-count 9"
    assert command.endswith(f" {selection} ./app 'a b' > profile.csv\n")
    assert "l1tex__" not in command
    assert "smsp__" not in command
    assert main(["ncu-command", "--cc", "8.0", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert ["gpu__time_duration.sum", "dram", "time"] in [line.split() for line in lines]
    assert any("lts__t_bytes.sum" in line and "all L2 traffic" in line for line in lines)
    assert main(["ncu-command", "--app", "./app 'a"]) == 2
    assert "no partner" in capsys.readouterr().err
    for wrong in (["--skip", "-1"], ["--count", "x"], ["--without", "dram"]):
        with pytest.raises(SystemExit) as ended:
            main(["ncu-command", *wrong])
        assert ended.value.code == 2
    assert "roofline-gui ncu-command: error: " in capsys.readouterr().err


def test_an_ascii_terminal_gets_the_table_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "roofline_gui", "report", "--example"],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert b"lm_head" in done.stdout
    assert b"Traceback" not in done.stderr


def test_each_device_of_a_file_is_judged_on_its_own_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.csv"
    files = [str(H200 / "kernels-recommended-raw.csv"), str(DATA / "cases" / "16-two-processes-two-gpus.csv")]
    assert main(["report", *files, "--csv", str(target)]) == 0
    message = capsys.readouterr().err
    assert "CC 8.0" in message  # the second file names no device: said, and judged on the first machine
    assert "H200" in message
    sources = {r["source"] for r in rows_of(target)}
    assert sources == {
        "kernels-recommended-raw.csv",
        "16-two-processes-two-gpus.csv · CC 9.0",
        "16-two-processes-two-gpus.csv · CC 8.0",
    }


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for ncu is a script with a first line for Unix")
def test_a_binary_report_is_exported_where_the_profiler_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "run.ncu-rep"
    report.write_bytes(b"NVR\0 a report")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["report", str(report), "--csv", "-"]) == 1
    assert "ncu --import run.ncu-rep --csv" in capsys.readouterr().err
    profiler = tmp_path / "ncu"
    capture = H200 / "kernels-recommended-raw.csv"
    profiler.write_text(f"#!{sys.executable}\nprint(open({str(capture)!r}).read())\n", encoding="utf-8")
    profiler.chmod(0o755)
    target = tmp_path / "out.csv"
    assert main(["report", str(report), "--group", "launch", "--csv", str(target)]) == 0
    assert [r["source"] for r in rows_of(target)] == ["run.ncu-rep"] * 21


def test_two_outputs_do_not_share_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--example", "--csv", "-", "--json", "-"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "--csv and --json: only one of them can go to standard output" in err


def test_a_grouping_by_ranges_that_are_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    plain = H200 / "kernels-recommended-raw.csv"
    assert main(["report", str(plain), "--group", "nvtx"]) == 0
    assert "the profile has no NVTX ranges" in capsys.readouterr().err
    assert main(["report", "--example", "--group", "nvtx"]) == 0
    assert "NVTX" not in capsys.readouterr().err


def test_measured_ceilings_decide_when_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Half the DRAM bandwidth as measured makes the fraction of roof of a DRAM-bound kernel twice as large, or so."""
    machine = json.loads((resource_path("machines") / "h200-sxm.json").read_text(encoding="utf-8"))
    dram = next(level for level in machine["levels"] if level["level"] == "dram")
    dram["measured"] = {**dram["bandwidth"], "value": dram["bandwidth"]["value"] / 2, "kind": "measured"}
    own = tmp_path / "own.json"
    own.write_text(json.dumps(machine), encoding="utf-8")
    fractions: list[dict[str, float]] = []
    for which in ("theoretical", "measured"):
        target = tmp_path / f"{which}.csv"
        arguments = ["report", "--example", "--machine", str(own), "--ceilings", which, "--csv", str(target)]
        assert main(arguments) == 0
        with target.open(encoding="utf-8", newline="") as stream:
            rows = [r for r in csv.DictReader(stream) if r["bound_by"] == "dram"]
        fractions.append({r["group"]: float(r["roof_fraction"]) for r in rows})
    both = fractions[0].keys() & fractions[1].keys()
    assert len(both) > 20
    assert all(fractions[1][g] == pytest.approx(2 * fractions[0][g]) for g in both)
    capsys.readouterr()
    assert main(["report", "--example", "--ceilings", "measured"]) == 0
    assert "no machine here has measured ceilings" in capsys.readouterr().err


def test_a_run_on_another_machine_than_its_own_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    told = (
        "decode-bf16-recommended-raw.csv was measured on NVIDIA H200 and is judged on B200: its fractions of roof are "
        "those of a machine that it did not run on."
    )
    assert main(["report", "--example", "--machine", "b200", "--json", "-"]) == 0
    written = capsys.readouterr()
    assert f"roofline-gui: {told} --what-if machine=b200 predicts times there." in written.err
    assert json.loads(written.out)["warnings"] == [told]
    for usual in ([], ["--machine", "h200-sxm"], ["--what-if", "machine=b200"]):
        assert main(["report", "--example", *usual, "--json", "-"]) == 0
        written = capsys.readouterr()
        assert json.loads(written.out)["warnings"] == []
        assert "judged" not in written.err
