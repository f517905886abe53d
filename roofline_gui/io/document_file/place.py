"""Where in a JSON text something is wrong, in the words of the file: ``sources[0].launches.time_s[17]``."""

import re
from dataclasses import dataclass

from roofline_gui.io.strict_json import JsonError

_BYTE = re.compile(r"\(byte (\d+)\)")
_NOT_FINITE = re.compile(rb"-?(NaN|Infinity)")
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[][{},:]', re.DOTALL)


@dataclass(slots=True)
class _Inside:
    """An object or list that is not closed yet."""

    is_list: bool
    index: int = 0
    key: str | None = None
    before_colon: bool = True


def place_of(text: bytes, offset: int) -> str:
    """The place of the value in which byte `offset` of a JSON text lies, as far as the text before it tells."""
    inside: list[_Inside] = []
    for match in _TOKEN.finditer(text, 0, offset):
        token, here = match[0], inside[-1] if inside else None
        if token in (b"{", b"["):
            inside.append(_Inside(is_list=token == b"["))
        elif here is None:
            continue
        elif token in (b"}", b"]"):
            inside.pop()
        elif token == b",":
            here.index += 1
            here.key, here.before_colon = None, True
        elif token == b":":
            here.before_colon = False
        elif not here.is_list and here.before_colon:
            here.key = token.removeprefix(b'"').removesuffix(b'"').decode("utf-8", errors="replace")
    parts = (f"[{x.index}]" if x.is_list else f".{x.key}" if x.key is not None else "" for x in inside)
    return "".join(parts).removeprefix(".")


def malformed(text: bytes, error: Exception) -> JsonError:
    """The complaint about a text that is no JSON, made of what the decoder said: where it stops being JSON, and why."""
    found = _BYTE.search(str(error))
    try:
        text.decode("utf-8")
        offset = int(found[1]) if found else len(text)
    except UnicodeDecodeError as broken:
        return JsonError(f"this is not UTF-8 text (byte {broken.start:,})", place_of(text, broken.start))
    place = place_of(text, offset)
    sign = 1 if text[offset - 1 : offset] == b"-" else 0
    if number := _NOT_FINITE.match(text, offset - sign):
        token = number[0].decode()
        return JsonError(f"{token} is not a number that a file can hold, unknown is null (byte {offset:,})", place)
    if offset == 0 and text.strip():
        return JsonError("this is no document: it does not start like one")
    if offset >= len(text):
        return JsonError(f"the file ends in the middle, after {len(text):,} bytes", place)
    return JsonError(f"this is not valid JSON (byte {offset:,})", place)
