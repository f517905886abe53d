"""A benchmark file as text lines, whatever its encoding and line ends."""

import codecs
import csv
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from roofline_gui.model.profile import Refusal

LARGEST_FILE = 8 << 20  # bytes; a benchmark prints some hundred kilobytes at most
_OBJECTS_TRIED = 64
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LINE_END = re.compile(r"\r{0,2}\n|\r")  # Windows programs that convert twice write CR CR LF
_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_ADVICE = "Give the output of a benchmark tool as text, CSV or JSON."


@dataclass(frozen=True)
class Source:
    """The file's name and its text with line ends LF."""

    name: str
    text: str

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines without their ends and without trailing blanks."""
        return tuple(line.rstrip() for line in self.text.split("\n"))

    @property
    def breaks_off(self) -> bool:
        """Whether the last line lacks its end: it may be cut, so its last number is not to be trusted."""
        return not self.text.endswith("\n")

    def whole(self, index: int) -> bool:
        """Whether the line `index` is certainly complete."""
        return index < len(self.lines) - 1


def load_source(path: Path) -> Source | Refusal:
    """Read a file of up to 8 MiB; one that cannot be read, is empty or is no text gives a `Refusal`."""
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            what = f"The file has {size / 2**20:.0f} MiB, far more than a benchmark tool prints."
            return Refusal(path.name, what, _ADVICE)
        data = path.read_bytes()
    except OSError as error:
        return Refusal(path.name, f"The file cannot be read ({error.strerror}).", "Check the path and its permissions.")
    text = _decode(data)
    if text is None:
        return Refusal(path.name, "This is not text.", _ADVICE)
    if not text.strip():
        return Refusal(path.name, "The file is empty.", "Run the benchmark again and save what it prints.")
    return Source(path.name, text)


def _decode(data: bytes) -> str | None:
    encoding = "utf-8"
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            data, encoding = data[len(mark) :], name
            break
    else:
        if len(data) >= 8 and not any(data[1:200:2]) and all(data[:200:2]):
            encoding = "utf-16-le"
        elif b"\0" in data:
            return None
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:  # what matters is ASCII in all formats; names of devices may suffer
        text = data.decode("cp1252" if encoding == "utf-8" else encoding, "replace")
    return _LINE_END.sub("\n", _COLOURS.sub("", text))


def cells(line: str, separator: str = ",") -> list[str]:
    """The fields of one CSV line, without blanks around them."""
    try:
        fields = next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        fields = line.split(separator)
    return [field.strip() for field in fields]


def separator_of(line: str) -> str:
    """The separator of a CSV header: comma, or what a spreadsheet writes instead."""
    return max(",;\t", key=line.count)


def table_rows(source: Source, header: int, width: int, separator: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Line index and fields of each line below the line `header`; a field that may be cut off is left out.

    `width` is the number of columns: a last line that has them all is taken as complete.
    """
    for i in range(header + 1, len(source.lines)):
        fields = cells(source.lines[i], separator)
        if not source.whole(i) and len(fields) < width:
            fields = fields[:-1]
        if any(fields):
            yield i, fields


def json_object(source: Source, key: str) -> dict[str, Any] | None:
    """The first JSON object in the text that has `key`; other text, even with braces, may surround it."""
    decoder = json.JSONDecoder()
    start = -1
    for _ in range(_OBJECTS_TRIED):
        start = source.text.find("{", start + 1)
        if start < 0:
            break
        try:
            found, _end = decoder.raw_decode(source.text, start)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict) and key in found:
            return found
    return None


def entry(found: object, *path: str) -> Any:
    """What stands under `path` in nested JSON objects, or None."""
    for key in path:
        found = found.get(key) if isinstance(found, dict) else None
    return found


def shown_text(found: object) -> str:
    """A JSON value as one short line to show; empty if it is neither text nor a number."""
    if isinstance(found, bool) or not isinstance(found, (str, int, float)):
        return ""
    return " ".join(str(found).encode("utf-8", "replace").decode("utf-8").split())[:100]


def items(found: object) -> list[Any]:
    """`found` if it is a JSON list, else nothing."""
    return found if isinstance(found, list) else []
