"""Damaged benchmark output never raises, and whatever is read of it makes a machine or says why not."""

import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_gui.io.ceilings import IncompleteMachineError, Reading, machine_with, read_ceilings
from roofline_gui.io.machines import load_catalogue, read_machine, save_machine
from roofline_gui.model.profile import Refusal
from tests.io.ceilings.samples import SAMPLES

TEXTS = [path.read_bytes() for path in SAMPLES]
BASES = [None, *load_catalogue().machines]
SEEDED = settings(max_examples=300, deadline=None, derandomize=True)
# What damages a number, a table, JSON or text; bytes that are no text at all.
JUNK = [
    b"", b"\0", b"\xff\xfe", b"\r", b"\n", b"\r\n", b",", b",,,,", b'"', b"{", b"}", b"[", b"]]", b":", b" ", b"\t",
    b"nan", b"inf", b"-inf", b"1e999", b"1e-999", b"-3", b"0", b"9" * 400, b"1,5", b"N/A", b"null", b"true", b"{}",
    b"[]", b"device 7: x", b"Device: ", b"GFLOPs", b"DRAM", b"\\ud800", b"\xe2\x80\xae", "①²٣".encode(), b"\x1b[31m",
    b"x" * 5000,
]  # fmt: skip


def damaged(data: bytes, chance: random.Random, times: int) -> bytes:
    for _ in range(times):
        a, b = sorted(chance.randrange(len(data) + 1) for _ in range(2))
        b = min(b, a + chance.choice([0, 1, 8, 80, 2000]))
        kind = chance.randrange(6)
        if kind == 0:
            data = data[:a] + data[b:]
        elif kind == 1:
            data = data[:a] + chance.choice(JUNK) + data[b:]
        elif kind == 2:
            data = data[:b] + data[a:b] + data[b:]
        elif kind == 3:
            lines = data.split(b"\n")
            chance.shuffle(lines)
            data = b"\n".join(lines)
        elif kind == 4:
            cells = data.split(b",")
            cells[chance.randrange(len(cells))] = chance.choice(JUNK)
            data = b",".join(cells)
        else:
            data = data[:a]
    return data


def check(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "output.txt"
        path.write_bytes(data)
        result = read_ceilings(path)
        if isinstance(result, Refusal):
            assert result.what
            assert result.advice
            return
        assert isinstance(result, Reading)
        assert result.configurations
        target = Path(folder) / "machine.json"
        for configuration in result.configurations[:3]:
            assert configuration.values
            assert len({value.target for value in configuration.values}) == len(configuration.values)
            for base in BASES[:: len(BASES) - 1]:
                try:
                    machine = machine_with(base, result, configuration)
                except IncompleteMachineError:
                    assert base is None
                    continue
                save_machine(target, machine)
                assert read_machine(target) == machine


@SEEDED
@given(st.sampled_from(TEXTS), st.integers(0, 2**32), st.integers(1, 8))
def test_damaged_samples(data: bytes, seed: int, times: int) -> None:
    check(damaged(data, random.Random(seed), times))


@SEEDED
@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS), st.integers(0, 2**32))
def test_two_samples_in_one_file(first: bytes, second: bytes, seed: int) -> None:
    chance = random.Random(seed)
    cut = chance.randrange(len(first) + 1)
    check(damaged(first[:cut] + second + first[cut:], chance, chance.randrange(3)))


@SEEDED
@given(st.binary(max_size=200))
def test_noise(data: bytes) -> None:
    check(data)


@pytest.mark.parametrize(
    "text",
    [
        "{" * 100_000,
        "[" * 100_000,
        '{"nvbandwidth":' * 20_000 + '"testcases"',
        '{"empirical": {"gbytes": {"data": [[[[["x"]]]]]}, "gflops": 7}}',
        '{"nvbandwidth": {"testcases": [1, null, {"name": ["device_local_copy"]}], "version": {}}, "x": '
        + "9" * 5000
        + "}",
        "dram" + " " * 200_000 + "3 TB/s\n",
        "a" * 300_000,
        "\r" * 300_000,
        '"' * 200_000 + ",HBMBw,device\n",
        "Name:,\nDate,ISA,Precision\n1,2,3,4,5,6\n",
        "Name:,,,,,L1 Size:\nDate,ISA,Precision,,Gbps\n1,2,3,4,5,6\n",
        "device,HBMBw\n" + "0,1\n" * 3000,
        "LIKWID MICRO BENCHMARK\n" * 5000,
        '{"bandwidth_gbps": [1], "machine": {}, "cache_level": 3, "performance_gops": true}\n',
    ],
    ids=range(14),
)
def test_what_is_built_to_break_a_reader(text: str) -> None:
    check(text.encode())
