"""The frozen program, away from its source and from Python."""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DIST = ROOT / "dist" / "roofline-gui"
# A root in a container may lack the right to make users, and others need it.
NAMESPACE = ("--mount",) if os.geteuid() == 0 else ("--user", "--map-root-user", "--mount")
HIDE_SOURCE = 'mount --bind "$EMPTY" "$ROOT" && cd / && exec "$@"'


def elsewhere(folder: Path) -> Path:
    """A copy of the frozen program in a folder with a difficult name."""
    if not DIST.is_dir():
        pytest.skip("needs dist/roofline-gui: run python packaging/build.py")
    copy = folder / "Röof line" / "roofline-gui"
    shutil.copytree(DIST, copy, symlinks=True)
    return copy / "roofline-gui"


def bare_environment(home: Path) -> dict[str, str]:
    """An environment that names no Python and no display."""
    empty = home / "empty"
    empty.mkdir(parents=True, exist_ok=True)
    return {"HOME": str(home), "PATH": str(empty), "EMPTY": str(empty), "ROOT": str(ROOT)}


@cache
def hiding() -> tuple[str, ...]:
    """The command in front of a command from which the source tree is hidden; none where that is not possible."""
    command = (shutil.which("unshare") or "unshare", *NAMESPACE)
    try:
        possible = subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        possible = False
    return (*command, shutil.which("sh") or "sh", "-c", f"PATH={os.defpath}; {HIDE_SOURCE}", "sh") if possible else ()


def run(program: Path, home: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the frozen program to its end."""
    return subprocess.run(
        [*hiding(), str(program), *arguments],
        env={**bare_environment(home), **environment},
        cwd=home,
        capture_output=True,
        timeout=120,
        check=False,
    )
