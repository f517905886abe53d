"""A model's configuration in a real window: opened from the command line, added with keys, its table saved."""

import csv
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from roofline_gui.resources import EXAMPLE_PROFILE
from tests.e2e.conftest import Screen, wait_until

pytestmark = pytest.mark.window

Start = Callable[..., "subprocess.Popen[str]"]
LLAMA_8B = {
    "model_type": "llama",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "vocab_size": 128256,
    "max_position_embeddings": 8192,
}


def exported(screen: Screen, target: Path) -> dict[str, dict[str, str]]:
    """The table of calculated kernels by operation, saved through the File menu."""
    screen.press("alt+f", "c")
    screen.window("Save calculated table")
    screen.press("ctrl+a")
    screen.type(str(target))
    screen.press("Return")
    wait_until(target.exists, f"{target.name} is written")
    with target.open(encoding="utf-8", newline="") as stream:
        return {row["name"]: row for row in csv.DictReader(stream)}


def test_a_configuration_is_opened_added_and_moved_by_the_batch(screen: Screen, start: Start, tmp_path: Path) -> None:
    (tmp_path / "decode.csv").write_bytes(EXAMPLE_PROFILE.read_bytes())  # of an H200, 4.8 TB/s
    config = tmp_path / "mine" / "config.json"
    config.parent.mkdir()
    config.write_text(json.dumps(LLAMA_8B), encoding="utf-8")
    program = start(tmp_path / "decode.csv", config)
    screen.window("Whole model")
    screen.press("Return")  # a step of 4096 tokens of context and one sequence
    screen.window(r"decode.csv\* – Roofline")
    whole = exported(screen, tmp_path / "one.csv")["mine decode"]
    assert whole["entry"] == "mine decode"
    assert float(whole["flop"]) == 15_009_316_864 + 4096 * 524_288
    assert float(whole["time_s"]) == pytest.approx((15_009_857_536 + 4096 * 131_072) / 4.8e12)

    screen.window(r"decode.csv\* – Roofline")
    screen.press("alt+Right", "alt+Right", "alt+Right")  # twice the batch each
    rows = exported(screen, tmp_path / "eight.csv")
    assert {row["batch"] for row in rows.values()} == {"8"}
    assert float(rows["mine decode"]["flop"]) == 8 * float(whole["flop"])
    assert float(rows["gate_up"]["bytes_dram"]) == 32 * 2 * (28_672 * 4096 + 8 * (28_672 + 4096))
    assert program.poll() is None
