"""Small inputs that reproduce what people met with real profiler output."""

import pytest

from roofline_gui.io.ncu import read_profile
from roofline_gui.model.profile import Profile, Refusal
from tests.io.ncu.cases import CASES, OF_REFUSALS, READABLE, check


@pytest.mark.parametrize("name", [*READABLE, *OF_REFUSALS])
def test_case(name: str) -> None:
    check(name, read_profile(CASES / name))


def test_01_skipped_lines_are_counted() -> None:
    result = read_profile(CASES / "01-stdout-after-disconnect.csv")
    assert isinstance(result, Profile)
    assert result.ledger.skipped_count == 6


def test_37_empty() -> None:
    result = read_profile(CASES / "37-empty.csv")
    assert isinstance(result, Refusal)
    assert result.what == "The file is empty."


def test_42_binary() -> None:
    result = read_profile(CASES / "42-binary-report.csv")
    assert isinstance(result, Refusal)
    assert "ncu --import" in result.command
    assert "--csv --page raw" in result.command
