"""No machine of the user's is known here but those of a test."""

from pathlib import Path

import pytest

from roofline_gui.io import user_machines


@pytest.fixture(autouse=True)
def own_machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user's machines, which is not there yet."""
    for variable in ("XDG_DATA_HOME", "APPDATA", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "data"))
    return user_machines.user_folder()
