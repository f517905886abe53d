"""The calc command: the worked examples, the keys of its JSON, and clear complaints."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from roofline_gui.cli import main
from roofline_gui.io.model_presets import load_presets
from roofline_gui.model.workload.catalogue import FORMULAS

KEYS = {
    "flop",
    "special_ops",
    "bytes",
    "intensity",
    "ridge",
    "regime_ratio",
    "regime",
    "bound_by",
    "bound_time_s",
    "roof_flop_per_s",
    "formula",
}


def calc(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["calc", *words, "--json"]) == 0
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data


def test_a_matrix_product(capsys: pytest.CaptureFixture[str]) -> None:
    data = calc(capsys, "gemm", "m=4096", "n=4096", "k=4096", "dtype=bf16", "--machine", "h100-sxm")
    assert set(data) == KEYS
    assert data["flop"] == {"bf16_tensor": 2 * 4096**3}
    assert data["bytes"] == {"dram": 6 * 4096**2}
    assert data["special_ops"] == 0
    assert data["intensity"] == pytest.approx(1365, abs=0.5)
    assert data["ridge"] == pytest.approx(296, abs=0.5)
    assert data["regime_ratio"] == pytest.approx(1365.33 / 295.52, rel=1e-4)
    assert (data["regime"], data["bound_by"]) == ("mixed", "tensor")
    assert data["bound_time_s"] == pytest.approx(139e-6, abs=0.5e-6)
    assert data["roof_flop_per_s"] == 990e12
    assert "2·1·4096·4096·4096" in data["formula"]


def test_adding_two_vectors(capsys: pytest.CaptureFixture[str]) -> None:
    data = calc(capsys, "elementwise", "n=10^8", "reads=2", "writes=1", "dtype=fp32")
    assert data["flop"] == {"fp32": 1e8}
    assert data["bytes"] == {"dram": 12e8}
    assert data["intensity"] == pytest.approx(0.083, abs=0.0005)
    assert data["bound_time_s"] == pytest.approx(358e-6, abs=0.5e-6)
    assert data["roof_flop_per_s"] == pytest.approx(0.28e12, rel=0.01)
    assert (data["regime"], data["bound_by"]) == ("memory", "dram")
    assert 1 / data["regime_ratio"] == pytest.approx(240, abs=0.5)


def test_decode_by_parameters_and_by_model(capsys: pytest.CaptureFixture[str]) -> None:
    data = calc(capsys, "decode", "params=70e9", "batch=1", "dtype=bf16")
    assert set(data) == KEYS
    assert data["bound_time_s"] == pytest.approx(41.8e-3, abs=0.05e-3)
    assert data["intensity"] == 1
    assert data["special_ops"] is None
    data = calc(capsys, "decode", "model=llama-3-70b", "batch=8", "context=4096", "dtype=bf16")
    assert set(data) == KEYS | {"step"}
    assert data["flop"] == {"bf16_tensor": 1_197_926_776_832}
    assert data["bytes"] == {"dram": 149_743_616_000}
    assert data["bound_time_s"] == pytest.approx(0.044699586865671645)
    step = data["step"]
    assert step["fits"] is False
    assert step["weight_bytes"] == 2 * 70_553_706_496
    assert step["kv_bytes"] == 10_737_418_240
    assert step["tokens_per_s"] == pytest.approx(8 / 0.044699586865671645)
    assert [o["count"] for o in step["operations"] if o["name"] == "qkv_proj"] == [80]


def test_convolution_with_and_without_reuse(capsys: pytest.CaptureFixture[str]) -> None:
    data = calc(capsys, "convolution", "h=1024", "w=1024", "dtype=fp32")
    assert data["flop"] == {"fp32": 18 * 1024**2}
    assert data["intensity"] == pytest.approx(2.25, rel=1e-4)
    assert 1 / data["regime_ratio"] == pytest.approx(9, abs=0.2)
    data = calc(capsys, "convolution", "h=1024", "w=1024", "dtype=fp32", "variant=no_reuse")
    assert data["bytes"] == {"dram": 36 * 1024**2}
    assert data["intensity"] == 0.5
    assert 1 / data["regime_ratio"] == pytest.approx(40, abs=0.1)


def test_a_naive_product_re_reads_every_operand(capsys: pytest.CaptureFixture[str]) -> None:
    shape = ("m=4096", "n=4096", "k=4096")
    assert calc(capsys, "gemm", *shape, "dtype=fp32", "variant=naive")["intensity"] == 0.25


def test_typed_work_with_a_measured_rate(capsys: pytest.CaptureFixture[str]) -> None:
    typed = ("custom", "flop=2*4096^3", "bytes=100 MB", "dtype=bf16")
    data = calc(capsys, *typed)
    assert set(data) == KEYS
    assert data["flop"] == {"bf16_tensor": 2 * 4096**3}
    assert data["bytes"] == {"dram": 1e8}
    assert data["special_ops"] is None
    for measured in ("rate=400 TFLOP/s", "time=2*4096^3/400e12 s"):
        data = calc(capsys, *typed, measured)
        assert data["time_s"] == pytest.approx(2 * 4096**3 / 400e12)
        assert data["roof_fraction"] == pytest.approx(0.40, abs=0.005)
        assert data["verdict"] == "compute_suboptimal"


def test_a_measurement_beyond_the_roof_is_called_impossible(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calc", "custom", "flop=2 TFLOP", "bytes=1 GB", "dtype=bf16", "time=1 ms", "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["roof_fraction"] == pytest.approx(2e12 / 990e12 / 1e-3)  # 2.02
    assert "Measured: 202 % of roof, impossible." in printed.err


def test_a_rate_may_be_one_of_traffic(capsys: pytest.CaptureFixture[str]) -> None:
    vectors = ("elementwise", "n=1e8", "reads=2", "writes=1", "dtype=fp32")  # 1.2 GB
    assert calc(capsys, *vectors, "rate=3.1 TB/s")["time_s"] == pytest.approx(1.2e9 / 3.1e12)
    assert calc(capsys, *vectors, "rate=250e9")["time_s"] == pytest.approx(1e8 / 250e9)  # a bare number is FLOP/s


def test_unknown_is_null(capsys: pytest.CaptureFixture[str]) -> None:
    data = calc(capsys, "custom", "bytes=1 GB", "time=1 ms")
    assert {key for key, value in data.items() if value is None} == KEYS - {"bytes", "formula"} | {"roof_fraction"}
    assert data["verdict"] == "incomplete"
    data = calc(capsys, "gemm", "m=1", "n=1", "k=1", "dtype=fp4", "--machine", "h100-sxm")  # no such ceiling
    assert data["flop"] == {"fp4_tensor": 2}
    assert data["ridge"] is None
    assert data["bound_by"] is None
    assert data["bound_time_s"] is None


def test_words_may_stand_behind_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calc", "gemm", "--machine", "b200", "m=8", "n=8", "--json", "k=8"]) == 0
    assert json.loads(capsys.readouterr().out)["flop"] == {"bf16_tensor": 1024}


def test_switches_and_precisions_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    shape = ("attention", "seq=2048", "d=128", "heads=32", "kv_heads=8")
    whole, half = (calc(capsys, *shape, f"causal={word}") for word in ("no", "yes"))
    assert whole["flop"] == {"bf16_tensor": 4 * 2048**2 * 128 * 32}
    assert half["flop"] == {"bf16_tensor": 2 * 2048**2 * 128 * 32}
    assert half["special_ops"] == 32 * 2048**2 / 2
    assert half["bytes"] == {"dram": (2 * 32 + 2 * 8) * 2048 * 128 * 2}
    data = calc(capsys, "gemm", "m=8", "n=8", "k=8", "dtype=fp64", "compute=fp64")
    assert data["flop"] == {"fp64": 1024}
    assert data["bound_by"] == "dram"


def test_what_cannot_be_concluded_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calc", "custom", "bytes=1 GB", "time=1 ms"]) == 0
    text = capsys.readouterr().out
    assert "W: unknown" in text
    assert "no bound: work or traffic is unknown." in text
    assert "measured: 1.00 ms; nothing follows without a bound" in text
    assert "I = " not in text
    assert main(["calc", "decode", "model=gpt-2", "dtype=fp4"]) == 0
    text = capsys.readouterr().out
    assert "H100 SXM has no ceiling for FP4 tensor; it has FP8 tensor" in text
    assert "t_min =" not in text
    assert main(["calc", "custom", "flop=0", "bytes=100 MB", "time=40 us"]) == 0
    text = capsys.readouterr().out
    assert "measured: 40.0 µs, 2.50 TB/s: 75 % of roof\nverdict: Bandwidth only, no FLOP\n" in text


def test_what_people_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calc", "decode", "params=70e9", "dtype=bf16"]) == 0
    text = capsys.readouterr().out
    for part in (
        "h100-sxm, the default",
        "W = 2·b·params = 2·1·7e10 = 140 GFLOP",
        "Q = params·s + b·kv_bytes = 7e10·2 B + 1·0 = 140 GB",
        "I = W / Q = 1 FLOP/byte",
        "ridge = P / B = 990 TFLOP/s / 3.35 TB/s = 295.5 FLOP/byte (BF16 tensor, DRAM)",
        "296 × below the ridge",
        "clearly memory-bound",
        "t_min = 41.8 ms, bound by HBM3",
        "attainable = W / t_min = 3.35 TFLOP/s, 0.3 % of the BF16 tensor peak",
        "right metric: GB/s against 3.35 TB/s of HBM3",
        "at most 23.9 tokens/s",
        "batch: crosses the ridge at 296",
        "W(b) = W₀ + W₁·b = 140 GFLOP·b",
        "Q(b) = Q₀ + Q₁·b = 140 GB",
        "variant=per_sequence",
    ):
        assert part in text, part


def test_a_step_lists_its_operations_and_says_whether_it_fits(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["calc", "decode", "model=llama-3-70b", "batch=8", "context=10000", "--machine", "b200"]
    assert main(arguments) == 0
    text = capsys.readouterr().out
    assert "the default" not in text
    assert "141 GB of weights and 26.2 GB of KV cache: 167 GB fit into 180 GB of HBM3e" in text
    assert "10,000 tokens are beyond" in text
    # 80 layers of 2·8·57344·8192 FLOP and 2·(57344·8192 + 8·(57344 + 8192)) B at 8 TB/s.
    row = next(line for line in text.splitlines() if line.startswith("gate_up"))
    assert row.split()[1:] == ["80", "601", "GFLOP", "75.2", "GB", "7.991", "FLOP/B", "9.41", "ms", "45.4", "%", "DRAM"]


def test_a_context_that_nobody_chose_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calc", "decode", "model=llama-3-70b", "batch=8"]) == 0
    text = capsys.readouterr().out
    assert "\nBatch 8, 0 tokens of context (the default; context=4096 chooses others)\n" in text
    assert "\nNo context: attention reads no KV cache and counts nothing.\n" in text
    assert main(["calc", "prefill", "model=llama-3-70b"]) == 0
    text = capsys.readouterr().out
    assert "\nBatch 1, 2,048 tokens of prompt (the default; tokens=4096 chooses others)\n" in text
    assert "No context" not in text
    assert main(["calc", "decode", "model=llama-3-70b", "context=0"]) == 0
    text = capsys.readouterr().out
    assert "\nBatch 1, 0 tokens of context\n" in text
    assert "\nNo context: " in text  # said all the same
    assert main(["calc", "decode", "model=llama-3-70b", "--json"]) == 0
    assert "0 tokens of context, the default; context=4096 chooses others" in capsys.readouterr().err
    assert main(["calc", "decode", "params=70e9"]) == 0
    assert "context" not in capsys.readouterr().out


def test_the_table_of_a_step_as_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["calc", "decode", "model=llama-3-8b", "batch=8", "context=4096", "dtype=bf16"]
    assert main([*words, "--csv", "-"]) == 0
    written = capsys.readouterr()
    assert "machine h100-sxm, the default" in written.err
    rows = {row["name"]: row for row in csv.DictReader(io.StringIO(written.out))}
    whole, down = rows["Llama-3-8B decode"], rows["down"]
    assert float(whole["flop"]) == 8 * (15_009_316_864 + 4096 * 524_288)
    assert float(whole["bytes_dram"]) == pytest.approx(15_009_857_536 + 7 * 8192 + 8 * 4096 * 131_072)
    assert whole["time_share"] == ""
    assert down["launches"] == "32"
    assert float(down["flop"]) == 32 * 2 * 8 * 4096 * 14336
    assert float(down["time_s"]) == pytest.approx(32 * float(down["bound_time_s"]))
    assert sum(float(row["time_share"] or 0) for row in rows.values()) == pytest.approx(1)
    assert main([*words, "--csv", str(tmp_path / "step.csv"), "--machine", "h100-sxm"]) == 0
    assert (tmp_path / "step.csv").read_text(encoding="utf-8") == written.out


def test_the_table_of_a_formula_keeps_what_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calc", "gemm", "m=8", "n=8", "k=8", "time=1 ms", "--csv", "-"]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (float(row["time_s"]), row["note"]) == (1e-3, "time as measured")
    assert float(row["bound_time_s"]) == pytest.approx(384 / 3.35e12)
    assert main(["calc", "decode", "model=gpt-2", "time=1 ms", "--csv", "-"]) == 2
    assert "leave one of both out" in capsys.readouterr().err


def test_other_roofs_have_other_metrics(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calc", "custom", "flop=5e9", "bytes=1e6", "special_ops=1e9", "dtype=fp32", "time=1 ms"]) == 0
    text = capsys.readouterr().out
    assert "right metric: special-function results per second against 4.18 Top/s" in text
    assert "compute takes 801 × as long as DRAM" in text  # 239 µs against 0.2985 µs
    assert "24 % of roof\nverdict: Compute-bound, with headroom" in text
    assert main(["calc", "attention_decode", "context=4096", "d=128", "heads=32", "kv_heads=8"]) == 0
    assert "never crosses the ridge" in capsys.readouterr().out
    assert main(["calc", "gemm", "m=4096", "n=4096", "k=4096", "weights=int4"]) == 0
    text = capsys.readouterr().out
    assert "weights INT4, activations BF16, KV cache BF16" in text
    assert "right metric: TFLOP/s against 990 TFLOP/s of BF16 tensor" in text


def test_the_list_names_all_formulas_parameters_and_models(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calc", "--list"]) == 0
    text = capsys.readouterr().out
    for formula in FORMULAS.values():
        assert f"{formula.id}: " in text
        assert all(f"  {parameter.name} " in text for parameter in formula.parameters)
        assert all(f"{variant.id} (" in text for variant in formula.variants if len(formula.variants) > 1)
    assert "kv_heads     KV heads; if left out: one per head" in text
    assert all(preset.id in text for preset in load_presets())


def test_a_config_file_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    preset = next(p for p in load_presets() if p.id == "gpt-2")
    path = tmp_path / "config.json"
    path.write_text(json.dumps(preset.config), encoding="utf-8")
    assert calc(capsys, "decode", f"model={path}", "batch=8")["flop"] == {"bf16_tensor": 1_976_512_512}
    path.write_text(json.dumps({**preset.config, "n_embd": 0}), encoding="utf-8")
    assert main(["calc", "decode", f"model={path}"]) == 2
    assert "config.json, n_embd: expected a whole number" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("", "name a formula"),
        ("gem m=1", "Did you mean gemm?"),
        ("gemm m", "“m” is not KEY=VALUE"),
        ("gemm m=1 m=2", "m: given twice"),
        ("gemm m=1 n=1", "k: missing"),
        ("gemm m=0 n=1 k=1", "m: expected a whole number of at least 1, not 0"),
        ("gemm m=1.5 n=1 k=1", "m: expected a whole number, not 1.5"),
        ("gemm m=1e99 n=1 k=1", "m: 1.00e+99 is too large"),
        ("gemm m=1/0 n=1 k=1", "m: “1/0” divides by zero"),
        ("gemm m= n=1 k=1", "m: nothing was typed"),
        ("gemm m=1 n=1 k=1 batch=0", "batch: expected a whole number of at least 1"),
        ("gemm m=1 n=1 k=1 dtype=bf17", "Did you mean bf16?"),
        ("gemm m=1 n=1 k=1 variant=fast", "“fast” is not a variant of gemm. Known: once, naive"),
        ("gemm m=1 n=1 k=1 bach=2", "Did you mean batch?"),
        ("gemm m=1 n=1 k=1 model=gpt-2", "model: belongs to decode and prefill"),
        ("gemm m=1 n=1 k=1 time=0", "time: expected a number of at least"),
        ("gemm m=1 n=1 k=1 time=1ms rate=1", "not both"),
        ("custom bytes=1GB rate=1TFLOP/s", "rate: a rate needs work to be known"),
        ("custom flop=1e9 rate=1TB/s", "rate: a rate needs traffic to be known"),
        ("gemm m=1 n=1 k=1 rate=1km", "rate: “1km” is no rate; write for example 400 TFLOP/s or 3.1 TB/s."),
        ("gemm m=1 n=1 k=1 rate=0", "rate: "),
        ("custom bytes=5kg", "“kg” is not a unit of B"),
        ("custom", "give flop, bytes, or both"),
        ("decode", "give params=70e9 or a model"),
        ("decode params=1e9 context=5", "context: needs a model"),
        ("decode model=llama-3-70", "Did you mean llama-3-70b?"),
        ("decode model=gpt-2 params=5", "params: not used with a model"),
        ("decode model=gpt-2 context=-1", "context: expected a whole number that is not negative"),
        ("attention seq=8 d=8 causal=perhaps", "causal: expected yes or no"),
        ("gemm m=1 n=1 k=1 --machine nope", "no machine is called “nope”"),
    ],
)
def test_wrong_usage(words: str, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calc", *words.split()]) == 2
    captured = capsys.readouterr()
    assert complaint in captured.err
    assert captured.out == ""


def test_words_that_are_no_pairs_are_refused_behind_options_too(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["calc", "gemm", "--json", "m"])
    assert caught.value.code == 2
    assert "unrecognized arguments: m" in capsys.readouterr().err


def test_neither_qt_nor_pandas_is_loaded() -> None:
    check = (
        "import sys; from roofline_gui.cli import main; "
        "code = main(['calc', 'decode', 'model=gpt-2', '--json']); "
        "bad = {'PySide6', 'pyqtgraph', 'pandas'} & {m.split('.')[0] for m in sys.modules}; "
        "sys.exit(code or (3 if bad else 0))"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
