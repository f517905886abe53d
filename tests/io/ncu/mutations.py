"""Damage of every kind done to a profile, by a random generator that a seed repeats."""

import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

Mutation: TypeAlias = Callable[[random.Random, bytes, Sequence[bytes]], bytes]

INSERTED = [
    b"==PROF== Connected to process 1\n",
    b'==WARNING== "a", b\n',
    b'"',
    b'""',
    b'",',
    b'","',
    b"\n",
    b"\r",
    b"\0",
    b"\x1b[0m",
    b"n/a",
    b"(!) nan",
    b"-inf",
    b"1e999",
    b"-5",
    b"1,2,3",
    b" " * 3000,
    b"9" * 700,
    b'"ID","Process ID","Kernel Name"\n',
    b'"Domain","Kernel Name","Invocations","Metric Name","Average"\n',
    b'"0","1","k"\n',
    b"\xff\xfe\xfd",
    b"\xc3",
    "größe ² ٣ ½ \u202f\u00a0".encode(),
    b"Mbyte",
    b"%",
    b"(" * 200,
    b"Kernel Name",
]
ENCODINGS = ["utf-16", "utf-16-be", "utf-8-sig", "cp1252", "utf-32", "utf-7", "cp500"]


def _place(rng: random.Random, data: bytes) -> int:
    return rng.randrange(len(data) + 1)


def flip_bytes(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 3, 20])):
        if changed:
            changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def swap_signs(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """One kind of sign in place of another, everywhere or once."""
    signs = [b",", b";", b"\t", b".", b'"', b" ", b"'", b"\n", b"0"]
    return data.replace(rng.choice(signs), rng.choice(signs), rng.choice([-1, 1, 10]))


def cut(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    begin, end = sorted((_place(rng, data), _place(rng, data)))
    return rng.choice([data[:begin], data[begin:], data[:begin] + data[end:], data[begin:end]])


def insert(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    for _ in range(rng.choice([1, 1, 2, 8])):
        at = _place(rng, data)
        data = data[:at] + rng.choice(INSERTED) + data[at:]
    return data


def shuffle_lines(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    lines = data.splitlines(keepends=True)
    some = lines[1:]
    rng.shuffle(some)
    return b"".join([*lines[:1], *some] if rng.random() < 0.5 else [*some, *lines[:1]])


def repeat_lines(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join(line * rng.choice([0, 1, 1, 1, 1, 2]) for line in lines)


def join_lines(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join(line.rstrip(b"\r\n") if rng.random() < 0.1 else line for line in lines)


def encode_anew(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(rng.choice(ENCODINGS), "replace")


def splice(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    other = rng.choice(others)
    return data[: _place(rng, data)] + other[_place(rng, other) :]


def change_numbers(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Other values where digits are."""
    values = [b"0", b"1e300", b"-1", b"1e-300", b"nan", b"18446744073709551616", b"1,2", b"1.000.000", b"", b"1e29"]
    cells = data.split(b'"')
    for i, cell in enumerate(cells):
        if cell[:1].isdigit() and rng.random() < 0.05:
            cells[i] = rng.choice(values)
    return b'"'.join(cells)


def change_units(rng: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    units = [b"byte", b"Kbyte", b"ns", b"us", b"ms", b"s", b"inst", b"%", b"", b"Gbyte/s", b"hz", b"furlong", b"Tbyte"]
    cells = data.split(b'"')
    for i, cell in enumerate(cells):
        if cell in units and rng.random() < 0.2:
            cells[i] = rng.choice(units)
    return b'"'.join(cells)


MUTATIONS: tuple[Mutation, ...] = (
    flip_bytes,
    swap_signs,
    cut,
    insert,
    shuffle_lines,
    repeat_lines,
    join_lines,
    encode_anew,
    splice,
    change_numbers,
    change_units,
)


def mutated(rng: random.Random, seeds: Sequence[bytes]) -> bytes:
    """One of the seeds, damaged in one to four ways."""
    data = rng.choice(seeds)
    for _ in range(rng.choice([1, 1, 2, 3, 4])):
        data = rng.choice(MUTATIONS)(rng, data, seeds)
    return data
