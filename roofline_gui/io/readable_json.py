"""JSON for people: short objects on one line, numbers as 3.35e12 and not as 3350000000000.0."""

import json
from decimal import Decimal
from typing import Any

_WIDTH = 120


def readable_json(data: Any, indent: int = 0, before: int = 0) -> str:
    """JSON text of dicts, lists and plain values; a simple object or list that fits stands on one line.

    Every finite number reads back as the same number. `indent` is that of the line on which the text starts, `before`
    what stands on that line already.
    """
    flat = _flat(data)
    if _simple(data) and indent + before + len(flat) < _WIDTH:
        return flat
    pad = " " * (indent + 2)
    if isinstance(data, dict):
        names = (f"{json.dumps(key, ensure_ascii=False)}: " for key in data)
        entries = [
            name + readable_json(value, indent + 2, len(name)) for name, value in zip(names, data.values(), strict=True)
        ]
    elif isinstance(data, list):
        entries = [readable_json(value, indent + 2) for value in data]
    else:
        return flat
    return f"{flat[0]}\n{pad}" + f",\n{pad}".join(entries) + f"\n{' ' * indent}{flat[-1]}"


def _simple(data: Any) -> bool:
    """Whether one line is easy to read: plain values, or a list of one object of these."""
    if isinstance(data, dict):
        return not any(isinstance(value, (dict, list)) for value in data.values())
    if isinstance(data, list):
        return not any(isinstance(value, (dict, list)) for value in data) or (len(data) == 1 and _simple(data[0]))
    return True


def _flat(data: Any) -> str:
    if isinstance(data, dict):
        return "{" + ", ".join(f"{json.dumps(k, ensure_ascii=False)}: {_flat(v)}" for k, v in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(_flat(value) for value in data) + "]"
    return _number(data) if isinstance(data, float) else json.dumps(data, ensure_ascii=False)


def _number(value: float) -> str:
    """The shortest digits; large and small numbers with an exponent of a multiple of three, up to 12."""
    shortest = Decimal(repr(value)).normalize()
    size = abs(value)
    if size == 0 or 1e-3 <= size < 1e6 or (value.is_integer() and size < 1e15 and len(shortest.as_tuple().digits) > 6):
        return f"{shortest:f}"
    exponent = shortest.adjusted() // 3 * 3
    if 12 < exponent <= 18:
        exponent = 12
    return f"{shortest.scaleb(-exponent):f}e{exponent}"
