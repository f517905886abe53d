"""JSON text to frozen dataclasses: nothing is ignored, and every complaint names its place."""

import dataclasses
import difflib
import functools
import json
import re
import types
import typing
from collections.abc import Iterable
from enum import Enum
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_MESSAGE = re.compile(r"(?P<what>.*?)(?: - at (?:`key` in )?`\$(?P<place>.*)`)?", re.DOTALL)
_EXPECTED = re.compile(r"Expected `(.+)`, got `(.+)`")
_MISSING = re.compile(r"Object missing required field `(.+)`")
_UNKNOWN_KEY = re.compile(r"Object contains unknown field `(.+)`", re.DOTALL)
_UNKNOWN_NAME = re.compile(r"Invalid (?:enum )?value '(.*)'", re.DOTALL)
_WORDS = {
    "float": "a number",
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
}


class JsonError(ValueError):
    """JSON that does not fit: `what` is wrong or expected, and the `place` (``levels[0].bandwidth``), empty for all."""

    def __init__(self, what: str, place: str = "") -> None:
        super().__init__(f"{place}: {what}" if place else what)
        self.what = what
        self.place = place


def decode_json(data: bytes, into: type[T]) -> T:
    """Decode UTF-8 JSON into a dataclass.

    Raises:
        JsonError: no JSON, a wrong type or value, a missing, unknown or repeated key.
    """
    try:
        return convert_json(json.loads(data.decode("utf-8-sig"), object_pairs_hook=_object), into)
    except UnicodeDecodeError as error:
        raise JsonError(f"this is not UTF-8 text (byte {error.start + 1})") from error
    except json.JSONDecodeError as error:
        reason = error.msg.removesuffix(" at")  # Python would go on with the place, which is told in front
        raise JsonError(f"not valid JSON at line {error.lineno}, column {error.colno}: {reason}") from error
    except RecursionError as error:
        raise JsonError("nested too deeply") from error


def convert_json(raw: Any, into: type[T], place: str = "") -> T:
    """Turn decoded JSON, which stands at `place` of its file, into a dataclass.

    Raises:
        JsonError: a wrong type or value, a missing or unknown key.
    """
    _check_names(raw, into, place)
    try:
        return msgspec.convert(raw, into)
    except msgspec.ValidationError as error:
        raise reworded(error, place) from error


def reworded(error: msgspec.ValidationError, place: str = "") -> JsonError:
    """A complaint of msgspec about what stands at `place` of a file, in plain words."""
    message = str(error)
    match = _MESSAGE.fullmatch(message)
    what, inner = (match["what"], match["place"] or "") if match else (message, "")
    if expected := _EXPECTED.fullmatch(what):
        wanted, found = (" or ".join(_WORDS.get(t, t) for t in side.split(" | ")) for side in expected.groups())
        what = f"expected {wanted}, found {found}"
    elif missing := _MISSING.fullmatch(what):
        what = f"“{missing[1]}” is missing"
    elif unknown := _UNKNOWN_KEY.fullmatch(what):
        what, inner = "this key is not known", f"{inner}.{unknown[1]}"
    elif unknown := _UNKNOWN_NAME.fullmatch(what):
        what = f"“{unknown[1]}” is not known"
    return JsonError(what.removesuffix("."), f"{place}{inner}".lstrip("."))


def suggestion(text: str, known: Iterable[str]) -> str:
    """“; did you mean …” with the known name nearest to `text`, or nothing."""
    near = difflib.get_close_matches(text, list(known), n=1)
    return f"; did you mean “{near[0]}”?" if near else ""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise JsonError(f"“{next(k for k in keys if keys.count(k) > 1)}” stands twice in one object")
    return found


@functools.cache
def _field_types(of: type) -> dict[str, Any]:
    return typing.get_type_hints(of)


def _check_names(raw: object, expected: object, place: str) -> None:
    """Refuse keys and enum values that `expected` (a type) does not know; msgspec would skip the first in silence."""
    arguments = typing.get_args(expected)
    if isinstance(expected, types.UnionType):
        expected = next((a for a in arguments if a is not types.NoneType), expected)
    if isinstance(raw, list) and typing.get_origin(expected) is tuple:
        for i, item in enumerate(raw):
            _check_names(item, arguments[0], f"{place}[{i}]")
    elif isinstance(raw, dict) and dataclasses.is_dataclass(expected) and isinstance(expected, type):
        fields = _field_types(expected)
        for key, value in raw.items():
            inner = f"{place}.{key}".lstrip(".")
            if key not in fields:
                raise JsonError(f"this key is not known{suggestion(key, fields)}", inner)
            _check_names(value, fields[key], inner)
    elif isinstance(raw, str) and isinstance(expected, type) and issubclass(expected, Enum):
        known = [str(member.value) for member in expected]
        if raw not in known:
            raise JsonError(f"“{raw}” is not known; expected one of {', '.join(known)}", place)
