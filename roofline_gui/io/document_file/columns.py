"""Columns of launches as JSON: one value for all rows, a list of one value per row, or distinct values with codes.

A number that is not known is null. Each column is encoded and decoded by itself, which keeps every step short: other
threads get their turn between two columns.
"""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec
import numpy as np

from roofline_gui.io.strict_json import JsonError, reworded
from roofline_gui.model.demand import Bools, Floats, Ints
from roofline_gui.model.launches import Texts

T = TypeVar("T")
Array = TypeVar("Array", Floats, Ints, Bools)

WORTH_CODES = 0.25  # distinct values per row up to which codes are shorter than the values themselves


class _Coded(msgspec.Struct, Generic[T], forbid_unknown_fields=True):
    values: list[T]
    codes: list[int]


_TEXTS = msgspec.json.Decoder(str | list[str] | _Coded[str])
_LIST = msgspec.json.Decoder(list[float | None])
_NUMBERS = msgspec.json.Decoder(float | None | list[float | None] | _Coded[float | None])
_INTEGERS = msgspec.json.Decoder(int | list[int] | _Coded[int])
_BOOLEANS = msgspec.json.Decoder(bool | list[bool] | _Coded[bool])


def storable(text: str) -> str:
    """`text` as a file can hold it: half characters, which file names may have, become question marks."""
    return text.encode("utf-8", errors="replace").decode("utf-8")


def encode_texts(texts: Texts) -> msgspec.Raw:
    """A text column; values that no row has are left out."""
    used, codes = np.unique(texts.codes, return_inverse=True)
    return _encode([storable(texts.values[i]) for i in used.tolist()], codes)


def encode_list(values: Floats) -> msgspec.Raw:
    """A number column with a value for each row."""
    return msgspec.Raw(msgspec.json.encode(values.tolist()))


def encode_floats(values: Floats) -> msgspec.Raw:
    """A number column, to the last bit; what is not finite is null."""
    bits, codes = np.unique(np.ascontiguousarray(values, np.float64).view(np.int64), return_inverse=True)
    return _encode(bits.view(np.float64).tolist(), codes)


def encode_integers(values: Ints | Bools) -> msgspec.Raw:
    """A column of whole numbers, or of true and false."""
    distinct, codes = np.unique(values, return_inverse=True)
    return _encode(distinct.tolist(), codes)


def _encode(distinct: Sequence[Any], codes: Ints) -> msgspec.Raw:
    column: object
    if len(distinct) == 1:
        column = distinct[0]
    elif len(distinct) <= WORTH_CODES * len(codes):
        column = {"values": distinct, "codes": codes.tolist()}
    else:
        column = [distinct[code] for code in codes.tolist()]
    return msgspec.Raw(msgspec.json.encode(column))


def decode_texts(raw: msgspec.Raw, rows: int, place: str) -> Texts:
    """A text column of `rows` rows, which stands at `place` of the file.

    Raises:
        JsonError: it is something else; so do the columns of other kinds.
    """
    column = _decode(_TEXTS, raw, place)
    if isinstance(column, str):
        return Texts.constant(column, rows)
    if isinstance(column, list):
        return Texts.of(_of_length(column, rows, place))
    return Texts(_codes(column, rows, place), tuple(column.values))


def decode_list(raw: msgspec.Raw, place: str) -> Floats:
    """A number column with a value for each row, however many there are."""
    return np.array(_decode(_LIST, raw, place), dtype=np.float64)


def decode_floats(raw: msgspec.Raw, rows: int, place: str) -> Floats:
    """A number column, NaN where unknown."""
    column = _decode(_NUMBERS, raw, place)
    return _spread(np.array(_given(column), dtype=np.float64), column, rows, place)


def decode_integers(raw: msgspec.Raw, rows: int, place: str, least: int, most: int) -> Ints:
    """A column of whole numbers from `least` to `most`."""
    column = _decode(_INTEGERS, raw, place)
    numbers = _given(column)
    for i, number in enumerate(numbers):
        if not least <= number <= most:
            inner = ".values" if isinstance(column, _Coded) else ""
            at = f"{place}{inner}[{i}]" if isinstance(column, (_Coded, list)) else place
            raise JsonError(f"expected a whole number from {least} to {most}", at)
    return _spread(np.array(numbers, dtype=np.int64), column, rows, place)


def decode_booleans(raw: msgspec.Raw, rows: int, place: str) -> Bools:
    """A column of true and false."""
    column = _decode(_BOOLEANS, raw, place)
    return _spread(np.array(_given(column), dtype=np.bool_), column, rows, place)


def _decode(decoder: "msgspec.json.Decoder[T]", raw: msgspec.Raw, place: str) -> T:
    try:
        return decoder.decode(raw)
    except msgspec.ValidationError as error:
        raise reworded(error, place) from error
    except msgspec.DecodeError as error:
        raise JsonError("this is not valid JSON", place) from error


def _given(column: T | list[T] | _Coded[T]) -> list[T]:
    """The values as they stand in the file."""
    if isinstance(column, _Coded):
        return column.values
    return column if isinstance(column, list) else [column]


def _spread(given: Array, column: object, rows: int, place: str) -> Array:
    """One value per row."""
    if isinstance(column, _Coded):
        spread: Array = given[_codes(column, rows, place)]
    elif isinstance(column, list):
        _of_length(column, rows, place)
        spread = given
    else:
        spread = np.repeat(given, rows)
    return spread


def _of_length(column: list[T], rows: int, place: str) -> list[T]:
    if len(column) != rows:
        raise JsonError(f"expected one value for each of the {rows:,} launches, found {len(column):,}", place)
    return column


def _codes(column: _Coded[Any], rows: int, place: str) -> Ints:
    codes = _of_length(column.codes, rows, f"{place}.codes")
    for code in (min(codes), max(codes)):
        if not 0 <= code < len(column.values):
            at = f"{place}.codes[{codes.index(code)}]"
            raise JsonError(f"{code} is not the place of one of the {len(column.values)} values", at)
    return np.array(codes, dtype=np.int64)
