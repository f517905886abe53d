"""What the spec asks of PyInstaller on systems where the tests do not run: the parts are recorded, not built."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from roofline_gui import __version__
from tests.packaging.frozen import ROOT

pytest.importorskip("PyInstaller")
Parts = dict[str, list[dict[str, Any]]]


@pytest.fixture
def parts_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Parts]:
    """The named arguments of every part of the spec, by the kind of part, on a platform."""
    for folder in ("packaging", "resources"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "LICENSE", tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path / "packaging"))
    for module in ("lean", "notices", "windows_version"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    # What PyInstaller has on Windows only, and imports for the version resource without using it.
    monkeypatch.setitem(sys.modules, "pefile", ModuleType("pefile"))
    monkeypatch.setattr("PyInstaller.compat.win32api", None, raising=False)

    def run(platform: str) -> Parts:
        monkeypatch.setattr(sys, "platform", platform)
        parts: Parts = {}

        def part(kind: str) -> Callable[..., SimpleNamespace]:
            def make(*inputs: object, **named: Any) -> SimpleNamespace:
                parts.setdefault(kind, []).append({**named, "inputs": inputs})
                return SimpleNamespace(binaries=[], datas=[], pure=[("numpy", "", "PYMODULE")], scripts=[])

            return make

        spec = tmp_path / "packaging" / "roofline-gui.spec"
        makers = {kind: part(kind) for kind in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")}
        exec(compile(spec.read_text(encoding="utf-8"), str(spec), "exec"), {**makers, "SPECPATH": str(spec.parent)})
        return parts

    return run


def test_windows_has_a_window_without_and_commands_with_a_console(parts_on: Callable[[str], Parts]) -> None:
    parts = parts_on("win32")
    programs = {p["name"]: p for p in parts["EXE"]}
    assert {name: p["console"] for name, p in programs.items()} == {"roofline-gui": False, "roofline-gui-command": True}
    for name, program in programs.items():
        assert program["icon"].endswith("roofline-gui.ico")
        shown = str(program["version"])
        assert f"'{name}.exe'" in shown
        assert f"'{__version__}'" in shown
    assert "BUNDLE" not in parts


def test_macos_has_a_bundle_that_opens_documents_in_a_window(parts_on: Callable[[str], Parts]) -> None:
    parts = parts_on("darwin")
    (program,) = parts["EXE"]
    assert program["console"] is False  # with one the bundle would have no window
    (bundle,) = parts["BUNDLE"]
    assert bundle["version"] == __version__
    identifier = bundle["bundle_identifier"]
    assert set(identifier.replace(".", "").replace("-", "")) <= set("abcdefghijklmnopqrstuvwxyzR")  # Apple's rule
    (declared,) = bundle["info_plist"]["UTExportedTypeDeclarations"]
    assert declared["UTTypeTagSpecification"] == {"public.filename-extension": ["roofline"]}
    (opened,) = bundle["info_plist"]["CFBundleDocumentTypes"]
    assert opened["LSItemContentTypes"] == [declared["UTTypeIdentifier"]]
    brought = {place for place, _, _ in bundle["inputs"][1]}
    assert {opened["CFBundleTypeIconFile"], declared["UTTypeIconFile"]} <= brought


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_the_licences_lie_where_the_program_looks(platform: str, parts_on: Callable[[str], Parts]) -> None:
    (folder,) = parts_on(platform)["COLLECT"]
    places = {place for place, *_ in folder["inputs"][-1]}
    assert {"resources/licenses/Qt.txt", "resources/licenses/LGPL-3.0.txt", "resources/licenses/numpy.txt"} <= places
