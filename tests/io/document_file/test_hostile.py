"""What stands in a document is only ever shown: no code of it runs, no network is reached, no other file is touched."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from roofline_gui.io.document_file import encode_document
from tests.io.document_file.builders import full_document
from tests.io.document_file.test_file import GOLDEN

# Reads and shows a document while all that it does with files, network, processes and code is watched.
WATCHED = """
import importlib, pkgutil, sys
import encodings.idna
from dataclasses import replace
from pathlib import Path
import numpy as np
import roofline_gui
for package in ("model", "io", "present"):
    loaded = importlib.import_module(f"roofline_gui.{package}")
    for module in pkgutil.walk_packages(loaded.__path__, f"{loaded.__name__}."):
        importlib.import_module(module.name)
from roofline_gui.io.document_file import is_document, read_document, write_document
from roofline_gui.io.table_csv import table_text
from roofline_gui.model.analysis import analyse
from roofline_gui.present.html_report import html_report
from roofline_gui.present.ledger import ledger_view
from roofline_gui.present.picture.scene import scene
from roofline_gui.present.picture.shown import work_out
from roofline_gui.present.table import table

def show(path, copy):
    assert is_document(path)
    document = read_document(path).document
    analysis = analyse(document)
    scene(replace(work_out(document, analysis), selection=frozenset({0})))
    table_text(table(analysis))
    ledger_view(document.shown, analysis)
    write_document(copy, document)
    return html_report(document, analysis, b"")

harmless, path, copy, shown = (Path(argument) for argument in sys.argv[1:])
show(harmless, copy)  # once unwatched: libraries import more when they are first used
common = ("object.", "sys._getframe", "array.", "code.__new__", "builtins.id", "gc.", "marshal.", "os.umask")
seen = []
watching = True

def watch(event, arguments):
    if watching and not event.startswith((*common, "tempfile.")):
        seen.append(f"{event} {arguments}")

sys.addaudithook(watch)
text = show(path, copy)
watching = False
allowed = (f"'{path}'", f"'{copy}'", f"'{copy.parent}'", f"'{copy.parent / f'.{copy.name}'}")  # the last is temporary
assert any(allowed[0] in x for x in seen), "nothing was watched"
print("\\n".join(x for x in seen if not any(name in x for name in allowed)))
shown.write_text(text, encoding="utf-8")
"""
ROOT = Path(__file__).parents[3]
HOSTILE = (
    "/etc/passwd",
    "../../../../tmp/escaped",
    "\\\\server\\share\\x",
    "http://example.org/x.csv",
    "file:///etc/passwd",
    "$(touch /tmp/escaped)",
    "`touch /tmp/escaped`",
    "__import__('os').system('touch /tmp/escaped')",
    "{0.__class__.__mro__}",
    "%s%n%s",
    "<img src=http://example.org/x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "=HYPERLINK(\"http://example.org\")",
    "\0",
    "\u202emoc.live",
)


CHOICES = (
    "format", "grouping", "ceilings", "hidden_ceilings", "precision", "level", "kind", "number_format",
    "tensor_precision", "formula", "variant", "types", "norm", "weights", "activations", "kv",
)  # fmt: skip


def hostile(plain: Any, text: str) -> Any:
    """`plain` with `text` in the place of every text that is there and free."""
    if isinstance(plain, dict):
        return {k: v if k in CHOICES else hostile(v, text) for k, v in plain.items()}
    if isinstance(plain, list):
        return [hostile(value, text) for value in plain]
    return text if isinstance(plain, str) and plain else plain


def test_paths_and_code_in_a_document_are_only_text(tmp_path: Path) -> None:
    for i, text in enumerate(HOSTILE):
        path = tmp_path / f"hostile-{i}.roofline"
        path.write_text(json.dumps(hostile(json.loads(encode_document(full_document())), text)), encoding="utf-8")
        assert json.loads(path.read_bytes())["sources"][0]["profile"]["path"] == text
        shown = tmp_path / "shown.html"
        done = subprocess.run(
            [sys.executable, "-c", WATCHED, str(GOLDEN), str(path), str(tmp_path / "copy.roofline"), str(shown)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() == "", text
        assert "<img src=http" not in shown.read_text(encoding="utf-8")
        assert "<script>alert" not in shown.read_text(encoding="utf-8")
    left = {path.name for path in tmp_path.iterdir()} - {"copy.roofline", "shown.html"}
    assert left == {f"hostile-{i}.roofline" for i in range(len(HOSTILE))}
    assert not Path("/tmp/escaped").exists()
