"""Short names for kernels and groups, for where space is short; tables, tips and exports have the full names."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from roofline_gui.model.grouping import Grouping, Groups

NAME_LIMIT = 40  # characters of a short kernel name
PATH_SEPARATOR = " / "
_OPENING, _CLOSING = "<([{", ">)]}"
_ANONYMOUS = ("<unnamed>", "(anonymous namespace)", "{anonymous}")
_CAST = re.compile(r"\((?:unsigned |signed )?(?:bool|char|short|int|long|long long)\)(?=[\w-])")
_WORD = re.compile(r"\w+")
_PLAIN_WORD = re.compile(r"[^\W_]+")  # names without template arguments are told apart by their parts
_IDENTIFIER = re.compile(r"\D*?(\d+)")


@lru_cache(maxsize=1 << 16)
def kernel_name(full: str) -> str:
    """A kernel name without return type, namespaces and parameter list; template arguments stay, themselves reduced.

    ``void at::<unnamed>::f<c10::BFloat16, (int)4>(int, T2 *)`` is ``f<BFloat16, 4>``.
    """
    text = " ".join(full.split())
    for anonymous in _ANONYMOUS:
        text = text.replace(anonymous + "::", "")
    if text.startswith("_Z"):
        return _mangled(text)
    base, arguments = _base_and_arguments(_CAST.sub("", text))
    return f"{base}<{', '.join(arguments)}>" if arguments else base or text


@lru_cache(maxsize=1 << 16)
def short_name(full: str, limit: int = NAME_LIMIT) -> str:
    """A kernel name of at most `limit` characters: as many template arguments as fit, then cut in the middle."""
    text = kernel_name(full)
    if len(text) <= limit:
        return text
    base, arguments = _base_and_arguments(text)
    if not arguments:
        return shorten(text, limit)
    for kept in range(len(arguments) - 1, 0, -1):
        candidate = f"{base}<{', '.join(arguments[:kept])}…>"
        if len(candidate) <= limit:
            return candidate
    room = limit - len(base) - 3
    if room >= 8:
        return f"{base}<{shorten(arguments[0], room)}…>"
    return shorten(f"{base}<…>", limit)


def short_names(names: Iterable[str], limit: int = NAME_LIMIT) -> dict[str, str]:
    """Short names of a set of kernels, in which different kernels keep different names where their texts differ.

    Names that would collide show the first word that tells them apart: ``elementwise_kernel<…MulFunctor…>``.
    """
    short = {name: short_name(name, limit) for name in names}
    sharing: defaultdict[str, list[str]] = defaultdict(list)
    for name, text in short.items():
        sharing[text].append(name)
    for alike in sharing.values():
        if len(alike) > 1:
            short.update(_tell_apart(alike, limit))
    return short


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters: the middle gives way to an ellipsis, beginning and end survive."""
    if len(text) <= limit:
        return text
    tail = max(1, (limit - 1) // 2)
    return f"{text[: limit - 1 - tail]}…{text[-tail:]}"


def group_label(groups: Groups, row: int) -> str:
    """What a group is called on screen: the innermost operation or the short kernel name, with what tells it apart."""
    return group_labels(groups, (row,))[0]


def group_labels(groups: Groups, rows: Sequence[int] | None = None) -> list[str]:
    """The labels of `rows` (all rows if None), told apart within all groups.

    ``qkv_proj · batch=32`` for an operation that occurs at several batches, ``conv3x3 · grid 64×64`` for a kernel that
    occurs with several shapes, ``vec_add · #18`` for one of several launches.
    """
    launches, first = groups.launches, groups.first
    names = short_names(launches.kernel.values[c] for c in np.unique(launches.kernel.codes[first]).tolist())
    operations: dict[str, str] = {}
    if groups.grouping is Grouping.NVTX:
        present = np.unique(launches.operation.codes[first]).tolist()
        operations = _operation_labels(p for p in (launches.operation.values[c] for c in present) if p)
    match groups.grouping:
        case Grouping.LAUNCH:
            telling = [("#", launches.launch_id)]
        case Grouping.SHAPE:
            telling = [("grid ", launches.grid), ("block ", launches.block)]
        case _:
            telling = []
    alike = launches.kernel.codes[first]
    ambiguous = []  # per column, the rows that are still alike without it
    for _, column in telling:
        pairs, alike_with_it = np.unique(np.stack([alike, column.codes[first]]), axis=1, return_inverse=True)
        ambiguous.append(np.bincount(pairs[0], minlength=1)[alike] > 1)
        alike = alike_with_it.ravel()
    labels = []
    for row in range(len(groups)) if rows is None else rows:
        launch = int(first[row])
        code = int(launches.kernel.codes[launch])
        parts = [operations.get(groups.operation(row)) or names[launches.kernel.values[code]] or "kernel"]
        for (noun, column), needed in zip(telling, ambiguous, strict=True):
            if needed[row] and column[launch]:
                parts.append(f"{noun}{_extent(column[launch])}")
        labels.append(" · ".join(parts))
    return labels


def _extent(text: str) -> str:
    """``(64, 64, 1)`` as ``64×64``; other text as it is."""
    sizes = re.fullmatch(r"\((\d+), (\d+), (\d+)\)", text)
    if sizes is None:
        return text
    x, y, z = sizes.groups()
    return f"{x}×{y}×{z}" if z != "1" else f"{x}×{y}" if y != "1" else x


def _operation_labels(paths: Iterable[str]) -> dict[str, str]:
    """Innermost operation per path, and the words of its parents that tell apart the paths that share it."""
    by_leaf: defaultdict[str, list[tuple[str, list[str]]]] = defaultdict(list)
    for path in paths:
        *parents, leaf = path.split(PATH_SEPARATOR)
        by_leaf[leaf].append((path, parents))
    labels = {}
    for leaf, found in by_leaf.items():
        words = Counter(word for _, parents in found for word in {w for p in parents for w in p.split()})
        for path, parents in found:
            telling = [_telling_part(parent, words, len(found)) for parent in parents]
            labels[path] = " · ".join([leaf, *(t for t in telling if t)])
    return labels


def _telling_part(parent: str, words: Counter[str], paths: int) -> str:
    """The words of `parent` that not all paths share; a bare number keeps its noun (“layer 3”)."""
    differing = [w for w in parent.split() if words[w] < paths]
    if any(w.isdigit() for w in differing):
        return parent
    return " ".join(differing)


def _mangled(text: str) -> str:
    """The last identifier of an Itanium-mangled name (``_ZN2at6native3addEv``: ``add``), or the text as it is."""
    found, at = "", 2
    while match := _IDENTIFIER.match(text, at):
        length, start = int(match[1]), match.end()
        word = text[start : start + length]
        if not 0 < length <= len(text) - start or not re.fullmatch(r"[A-Za-z_]\w*", word):
            break
        found, at = word, start + length
        if text[at : at + 1] in ("E", "I", "P", "v", "i", "f", ""):
            break
    return found or text


def _base_and_arguments(text: str) -> tuple[str, list[str]]:
    """Base name and reduced template arguments of a demangled name."""
    base, arguments = _taken_apart(text)
    return base, [_reduced(a) for a in _split(arguments, ",")] if arguments else []


def _reduced(argument: str) -> str:
    """A template argument without namespaces; arguments of its own become an ellipsis."""
    base, inner = _taken_apart(argument.strip())
    return f"{base}<…>" if inner else base


def _taken_apart(text: str) -> tuple[str, str]:
    """Base name and the text between its template brackets."""
    for part in reversed(_split(_without_parameters(text), " ")):
        if part:
            text = part  # the last word: return type and qualifiers go
            break
    words = _split(text, "::")
    keep = 1
    while keep < len(words) and words[-keep].startswith(("operator", "{", "[", "(")):
        keep += 1  # a lambda or an operator says nothing without its owner
    last = "::".join(words[-keep:])
    start = last.find("<")
    if start <= 0 or not last.endswith(">") or last.startswith("operator"):
        return last, ""
    return last[:start], last[start + 1 : -1]


def _without_parameters(text: str) -> str:
    """The text before the parameter list, if it ends in one (also before ``const``)."""
    body = text.removesuffix(" const")
    if not body.endswith(")"):
        return text
    depth = 0
    for i in range(len(body) - 1, -1, -1):
        depth += (body[i] == ")") - (body[i] == "(")
        if depth == 0:
            before = body[:i].rstrip()
            return before if before and not before.endswith(("operator", "::", "lambda")) else text
    return text


def _split(text: str, separator: str) -> list[str]:
    """Split at separators outside all brackets; unbalanced text stays whole from where it breaks."""
    parts, depth, start, i = [], 0, 0, 0
    while i < len(text):
        char = text[i]
        if char in _OPENING:
            depth += 1
        elif char in _CLOSING and text[i - 1 : i] != "-":
            depth = max(0, depth - 1)
        if depth == 0 and text.startswith(separator, i):
            parts.append(text[start:i])
            i += len(separator)
            start = i
            continue
        i += 1
    return [*parts, text[start:]]


def _tell_apart(names: list[str], limit: int, skip: int = 0) -> dict[str, str]:
    """Names whose short names are equal, each with the first word (after `skip` words) in which they differ."""
    words = {name: _words(name) for name in names}
    longest = max(len(w) for w in words.values())
    for at in range(skip, longest):
        by_word: defaultdict[str, list[str]] = defaultdict(list)
        for name in names:
            by_word[words[name][at] if at < len(words[name]) else ""].append(name)
        if len(by_word) > 1:
            break
    else:
        return {name: short_name(name, limit) for name in names}
    told = {}
    for word, sharing in by_word.items():
        if len(sharing) > 1 and len({kernel_name(name) for name in sharing}) > 1:
            told.update(_tell_apart(sharing, limit, at + 1))
        else:
            told.update({name: _with_word(name, word, limit) for name in sharing})
    return told


def _words(name: str) -> list[str]:
    text = name
    for anonymous in _ANONYMOUS:
        text = text.replace(anonymous, "")
    return (_WORD if "<" in text else _PLAIN_WORD).findall(text)


def _with_word(name: str, word: str, limit: int) -> str:
    """A short name in which `word` is seen."""
    base, arguments = _base_and_arguments(kernel_name(name))
    if not word:
        return short_name(name, limit)
    if arguments:
        word = shorten(word, limit // 2)
        return f"{shorten(base, limit - len(word) - 4)}<…{word}…>"
    text = kernel_name(name)
    end = text.find(word) + len(word)
    if len(text) <= limit or end < len(word):
        return shorten(text, limit)
    if end < limit - 6:
        return f"{text[:end]}…{text[end - limit + 1 :]}"
    word = shorten(word, limit // 2)
    rest = "…" if end < len(text) else ""
    return f"{text[: limit - len(word) - 2]}…{word}{rest}"
