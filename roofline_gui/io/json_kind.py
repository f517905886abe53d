"""What a JSON file is meant to be, told by its keys, even where it is damaged."""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path


def holds_keys(
    path: Path, keys: Sequence[str], largest: int, if_damaged: Callable[[Iterable[bool]], bool] = any
) -> bool:
    """Whether a JSON file of at most `largest` bytes has one of `keys`. A damaged one has them where its text names
    `any` or `all` of them, as `if_damaged` says.
    """
    try:
        if path.suffix.lower() != ".json" or not path.is_file() or path.stat().st_size > largest:
            return False
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return False
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return if_damaged(f'"{key}"' in text for key in keys)
    return isinstance(found, dict) and any(key in found for key in keys)
