"""A matrix product calculated with keys alone in a real window, and kept as it was typed."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from roofline_gui.io.document_file import read_document
from roofline_gui.model.workload.entry import KernelEntry
from roofline_gui.resources import EXAMPLE_PROFILE
from tests.e2e.conftest import SETTLE, Screen, wait_until

pytestmark = pytest.mark.window


def test_type_a_product_and_save(screen: Screen, start: Callable[..., "subprocess.Popen[str]"], tmp_path: Path) -> None:
    (tmp_path / "decode.csv").write_bytes(EXAMPLE_PROFILE.read_bytes())
    target = tmp_path / "product.roofline"
    program = start(tmp_path / "decode.csv")
    screen.window("decode.csv – Roofline")

    screen.press("ctrl+k")
    time.sleep(SETTLE)
    screen.press(*["Down"] * 5, "Return")  # behind four kinds of streams
    time.sleep(SETTLE)
    screen.type("2*4096")
    screen.press("Tab")
    screen.type("1/0")  # cannot be taken, and is given up
    screen.press("Escape")
    screen.press("Tab", "Tab", "Tab", "Tab")  # k, stored as, set apart, batch
    screen.type("2^3")
    screen.press("Return")
    screen.press("ctrl+z", "ctrl+shift+z")  # the batch goes and comes back
    screen.press("Escape")  # to the list
    screen.press("F2")
    screen.type("my product")
    screen.press("Return")

    screen.press("ctrl+shift+s")
    screen.window("Save document")
    screen.press("ctrl+a")
    screen.type(str(target.with_suffix("")))
    screen.press("Return")
    wait_until(target.exists, f"{target.name} is written")
    (entry,) = read_document(target).document.kernels
    assert isinstance(entry, KernelEntry)
    assert entry.name == "my product"
    assert entry.workload.values == {"m": 8192, "n": 4096, "k": 4096}
    assert entry.workload.batch == 8
    assert (entry.typed["m"], entry.typed["batch"]) == ("2*4096", "2^3")

    screen.press("ctrl+q")
    assert program.wait(timeout=20) == 0
    assert program.stderr is not None
    assert program.stderr.read() == ""
