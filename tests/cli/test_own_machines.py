"""The machines in the user's data folder are known by their ids in every command."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from roofline_gui.cli import main
from roofline_gui.io.machines import save_machine
from tests.io.ceilings.samples import DATA
from tests.model.builders import ROUND

pytestmark = pytest.mark.usefixtures("mine")


@pytest.fixture
def mine(own_machines: Path) -> Path:
    own_machines.mkdir(parents=True)
    path = own_machines / "mine.json"
    save_machine(path, replace(ROUND, id="mine", name="My machine"))
    return path


def test_report_judges_on_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--example", "--machine", "mine", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["machine"]["name"] == "My machine"


def test_calc_bounds_on_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calc", "gemm", "m=4096", "n=4096", "k=4096", "--machine", "mine", "--json"]) == 0
    # 2 · 4096³ FLOP at 1000 TFLOP/s.
    assert json.loads(capsys.readouterr().out)["bound_time_s"] == pytest.approx(2 * 4096**3 / 1e15)


def test_machines_lists_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["machines", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told[-1]["id"] == "mine"
    assert "h200-sxm" in {machine["id"] for machine in told}


def test_it_may_be_the_base_of_a_measured_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["machines", "--from", str(DATA / "stream.txt"), "--base", "mine"]) == 0
    assert "on the figures of My machine" in capsys.readouterr().out


def test_a_damaged_file_is_told_and_stops_nothing(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine.write_text("{", encoding="utf-8")
    assert main(["report", "--example", "--csv", "-"]) == 0
    told = capsys.readouterr()
    assert str(mine) in told.err
    assert told.out.startswith("kernel,")
