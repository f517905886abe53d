import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from roofline_gui.io.document_file.place import place_of

MARK = "the one"
KEYS = st.text(alphabet='abc"\\{}[],: é', min_size=1, max_size=6)
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(), st.text(alphabet='xy"\\{}[],: é', max_size=6))
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=20,
)


def leaves(tree: Any, place: str = "") -> Iterator[tuple[Any, Any, str]]:
    """Every leaf that stands in a list or object: where it is put, under what, and its place in words."""
    items = enumerate(tree) if isinstance(tree, list) else tree.items() if isinstance(tree, dict) else ()
    for key, value in items:
        inner = f"{place}[{key}]" if isinstance(tree, list) else f"{place}.{json.dumps(key, ensure_ascii=False)[1:-1]}"
        if isinstance(value, (list, dict)) and value:
            yield from leaves(value, inner)
        else:
            yield tree, key, inner


@given(TREES, st.data(), st.sampled_from([None, 2]))
def test_the_place_of_a_value_is_found_in_any_text(tree: Any, data: st.DataObject, indent: int | None) -> None:
    found = list(leaves(tree))
    if not found:
        return
    holder, key, place = data.draw(st.sampled_from(found))
    holder[key] = MARK
    text = json.dumps(tree, ensure_ascii=False, indent=indent).encode()
    assert place_of(text, text.index(f'"{MARK}"'.encode())) == place.removeprefix(".")


def test_outside_of_everything_there_is_no_place() -> None:
    assert place_of(b"not JSON", 4) == ""
    assert place_of(b"", 0) == ""
    assert place_of(b'{"a": 1} x', 9) == ""


def test_what_is_closed_too_often_is_no_reason_to_fail() -> None:
    assert place_of(b"]]}} [", 6) == "[0]"
