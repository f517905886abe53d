"""The program finds its own files in a checkout, in an installed wheel and in a frozen program."""

from pathlib import Path

import pytest

from roofline_gui import resources


@pytest.mark.parametrize("beside", ["", "roofline_gui"], ids=["checkout or frozen", "wheel"])
def test_resources_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beside: str) -> None:
    (tmp_path / "roofline_gui").mkdir()
    (tmp_path / beside / "resources").mkdir()
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "roofline_gui")
    assert resources.resource_path("machines", "x.json") == tmp_path / beside / "resources" / "machines" / "x.json"


def test_the_example_is_there() -> None:
    assert resources.EXAMPLE_PROFILE.is_file()
