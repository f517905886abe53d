"""Machine files: the bundled catalogue, damaged files, lookup, JSON output."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from roofline_gui.io.machines import (
    MachineFileError,
    UnknownMachineError,
    load_catalogue,
    machine_to_json,
    read_machine,
    resolve,
)
from roofline_gui.model.devices import find_by_device
from roofline_gui.model.machine import Figure, Kind, Level, Machine
from roofline_gui.model.precision import Precision

CATALOGUE = load_catalogue()
BY_ID = {machine.id: machine for machine in CATALOGUE.machines}


def machine_data() -> dict[str, Any]:
    """The smallest machine that is one."""
    return {
        "id": "mine",
        "name": "Mine",
        "vendor": "Me",
        "ceilings": [{"precision": "fp32", "peak": {"value": 1e12, "kind": "user", "source": "me"}}],
        "levels": [
            {"level": "l2", "name": "L2", "bandwidth": {"value": 4e11, "kind": "user", "source": "me"}},
            {"level": "dram", "name": "HBM", "bandwidth": {"value": 1e11, "kind": "user", "source": "me"}},
        ],
    }


def written(folder: Path, data: object, name: str = "mine.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


# The catalogue ----------------------------------------------------------------------------------------------------


def test_the_bundled_files_are_all_sound() -> None:
    assert CATALOGUE.problems == ()
    assert len(CATALOGUE.machines) == 36
    assert {"a100-sxm-80gb", "b200", "h100-sxm", "h200-sxm", "mi300x"} <= BY_ID.keys()


def test_no_device_is_claimed_by_two_machines() -> None:
    names = [name for machine in CATALOGUE.machines for name in machine.device_names]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("machine", "units", "clock", "fp64", "fp32", "bf16", "fp8", "dram", "l2", "l1", "special_ops"),
    [
        # Units × per-clock width × clock where the vendor prints no figure; None, nan: not known.
        ("a100-sxm-80gb", 108, 1.41e9, 9.7e12, 19.5e12, 312e12, None, 2.0e12, 5120 * 1.41e9, 108 * 128 * 1.41e9, 16),
        ("h100-sxm", 132, 1.98e9, 34e12, 67e12, 990e12, 1979e12, 3.35e12, 5120 * 1.98e9, 132 * 128 * 1.98e9, 16),
        ("h200-sxm", 132, 1.98e9, 34e12, 67e12, 989.4e12, 1978.9e12, 4.8e12, 5120 * 1.98e9, 132 * 128 * 1.98e9, 16),
        ("b200", 148, 1.965e9, 37e12, 75e12, 2250e12, 4500e12, 8.0e12, math.nan, 148 * 128 * 1.965e9, 16),
        ("mi300x", 304, 2.1e9, 81.7e12, 163.4e12, 1307e12, 2614.9e12, 5.3e12, 8 * 2048 * 2.1e9, 304 * 64 * 2.1e9, 16),
    ],
)
def test_figures_of_the_catalogue(
    machine: str,
    units: int,
    clock: float,
    fp64: float,
    fp32: float,
    bf16: float,
    fp8: float | None,
    dram: float,
    l2: float,
    l1: float,
    special_ops: int,
) -> None:
    found = BY_ID[machine]
    assert found.units == units
    assert found.clock is not None
    assert found.clock.value == clock
    assert found.peak(Precision.FP64) == fp64
    assert found.peak(Precision.FP32) == fp32
    assert found.peak(Precision.BF16_TENSOR) == bf16
    assert found.peak(Precision.FP8_TENSOR) == fp8
    assert found.bandwidth(Level.DRAM) == dram
    assert (found.bandwidth(Level.L2) or math.nan) == pytest.approx(l2, rel=1e-4, nan_ok=True)
    assert found.bandwidth(Level.L1) == pytest.approx(l1, rel=1e-4)
    assert found.special_ops is not None
    assert found.special_ops.value == pytest.approx(units * special_ops * clock, rel=1e-4)


def figures(machine: Machine) -> list[Figure]:
    sized = [level.size for level in machine.levels]
    found = [machine.clock, machine.special_ops, machine.launch_overhead, *sized]
    found += [c.peak for c in machine.ceilings] + [level.bandwidth for level in machine.levels]
    known = [figure for figure in found if figure is not None]
    return known + [other for figure in known for other in figure.alternatives]


@pytest.mark.parametrize("machine", CATALOGUE.machines, ids=lambda m: m.id)
def test_every_figure_has_a_source_and_memory_is_no_proof(machine: Machine) -> None:
    for figure in figures(machine):
        assert len(figure.source) > 5
        assert not figure.doubt or figure.doubt.endswith("."), figure
        assert ("from memory" in figure.source.lower()) == figure.doubt.startswith(
            "From memory, not checked against a document."
        )
    assert all(name == name.lower() for name in machine.device_names)


@pytest.mark.parametrize("machine", CATALOGUE.machines, ids=lambda m: m.id)
def test_sparse_peaks_are_twice_the_dense_ones(machine: Machine) -> None:
    for ceiling in machine.ceilings:
        if ceiling.sparse and (machine.id, ceiling.precision) != (
            "b300",
            Precision.FP4_TENSOR,
        ):  # dense alone was raised
            dense = machine.peak(ceiling.precision)
            assert dense is not None
            assert ceiling.peak.value / dense == pytest.approx(2, rel=2e-3)


def test_ceilings_drawn_too_low_are_kept_as_alternatives_only() -> None:
    for machine in ("h100-sxm", "h200-sxm"):
        l2 = BY_ID[machine].level(Level.L2)
        assert l2 is not None
        assert l2.bandwidth.kind is Kind.DERIVED
        assert (9.77e12, Kind.MEASURED) in {(f.value, f.kind) for f in l2.bandwidth.alternatives}
    published = {
        figure.value
        for level in BY_ID["h100-sxm"].levels
        for figure in level.bandwidth.alternatives
        if figure.kind is Kind.PUBLISHED
    }
    assert published == {7e12, 19e12, 30e12}


def test_amd_has_separate_paths_and_a_last_level_cache() -> None:
    levels = {level.level: level.name for level in BY_ID["mi300x"].levels}
    assert levels == {
        Level.SHARED: "LDS",
        Level.L1: "Vector L1",
        Level.L2: "L2",
        Level.LLC: "Infinity Cache",
        Level.DRAM: "HBM3",
    }
    assert BY_ID["mi300x"].bandwidth(Level.SHARED) == pytest.approx(304 * 128 * 2.1e9, rel=1e-4)
    assert not BY_ID["mi300x"].shared_is_part_of_l1
    assert all(BY_ID[i].shared_is_part_of_l1 for i in ("a100-sxm-80gb", "h100-sxm", "h200-sxm", "b200"))


# Damaged files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        ("ceilings.0.peak.value", 0, "positive finite number, not 0"),
        ("ceilings.0.peak.value", -1.5, "positive finite number, not -1.5"),
        ("ceilings.0.peak.value", float("nan"), "positive finite number, not nan"),
        ("ceilings.0.peak.value", float("inf"), "positive finite number, not inf"),
        ("ceilings.0.peak.value", "67 TFLOP/s", "expected a number, found text"),
        ("ceilings.0.peak.value", None, "expected a number, found nothing"),
        ("ceilings.0.peak.value", True, "expected a number, found true or false"),
        ("ceilings.0.peak.kind", "guess", "“guess” is not known; expected one of datasheet, published"),
        ("ceilings.0.peak.sauce", "x", "this key is not known; did you mean “source”?"),
        ("ceilings.0.precision", "fp33", "“fp33” is not known; expected one of fp64, fp32"),
        ("ceilings", {}, "expected a list, found an object"),
        ("ceilings", [], "expected at least one compute ceiling"),
        ("levels", [], "expected at least one memory level"),
        ("levels.0.level", "dram", "levels run near to far"),
        ("levels.0.size", 5, "expected an object or nothing, found a whole number"),
        ("levels.1.bandwith", {}, "did you mean “bandwidth”?"),
        ("id", "My GPU", "expected lower-case letters"),
        ("name", " ", "expected a name"),
        ("units", "132", "expected a whole number or nothing, found text"),
        ("units", 0, "expected a positive number"),
        ("colour", "red", "this key is not known"),
    ],
)
def test_a_wrong_entry_is_refused_with_its_place(tmp_path: Path, place: str, value: object, said: str) -> None:
    data: Any = machine_data()
    *steps, last = [int(step) if step.isdigit() else step for step in place.split(".")]
    inner = data
    for step in steps:
        inner = inner[step]
    inner[last] = value
    path = written(tmp_path, data)
    with pytest.raises(MachineFileError) as error:
        read_machine(path)
    assert said in error.value.wrong
    assert str(path) in str(error.value)
    top = place.split(".", maxsplit=1)[0]
    assert error.value.place.startswith(top)
    assert error.value.place in str(error.value)


def test_places_are_written_as_paths(tmp_path: Path) -> None:
    data = machine_data()
    data["levels"][1]["bandwidth"]["value"] = "fast"
    with pytest.raises(MachineFileError, match=r"mine\.json, levels\[1\]\.bandwidth\.value: expected a number"):
        read_machine(written(tmp_path, data))


def test_a_figure_without_a_source_is_refused(tmp_path: Path) -> None:
    data = machine_data()
    del data["levels"][0]["bandwidth"]["source"]
    with pytest.raises(MachineFileError, match=r"levels\[0\]\.bandwidth: “source” is missing"):
        read_machine(written(tmp_path, data))


def test_one_precision_has_one_dense_and_one_sparse_ceiling(tmp_path: Path) -> None:
    data = machine_data()
    data["ceilings"].append({**data["ceilings"][0], "sparse": True})
    read_machine(written(tmp_path, data))
    data["ceilings"].append(data["ceilings"][0])
    with pytest.raises(MachineFileError, match=r"ceilings\[2\]\.precision: fp32 has a ceiling already"):
        read_machine(written(tmp_path, data))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not valid JSON at line 1, column 1"),
        (b'{\n "id": "x",\n}', "not valid JSON at line 3"),
        (b'{"id": "\xff"}', "not UTF-8 text (byte 9)"),
        (b"[]", "expected an object, found a list"),
        (b"{}", "“id” is missing"),
        (b'{"id": "a", "id": "b"}', "“id” stands twice"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_machine_file_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    with pytest.raises(MachineFileError) as error:
        read_machine(path)
    assert said in str(error.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MachineFileError, match="cannot be read"):
        read_machine(tmp_path / "none.json")
    with pytest.raises(MachineFileError, match="cannot be read"):
        read_machine(tmp_path)


def test_a_byte_order_mark_is_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(machine_data()), encoding="utf-8-sig")
    assert read_machine(path).peak(Precision.FP32) == 1e12


def test_damaged_files_are_reported_and_skipped(tmp_path: Path) -> None:
    written(tmp_path, machine_data(), "a.json")
    written(tmp_path, {**machine_data(), "id": "other", "vendor": 3}, "b.json")
    written(tmp_path, machine_data(), "c.json")
    (tmp_path / "notes.txt").write_text("no machine")
    catalogue = load_catalogue(tmp_path)
    assert [m.id for m in catalogue.machines] == ["mine"]
    assert [(p.path.name, p.place) for p in catalogue.problems] == [("b.json", "vendor"), ("c.json", "id")]


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    catalogue = load_catalogue(tmp_path / "none")
    assert catalogue.machines == ()
    assert "not there" in str(catalogue.problems[0])


# Lookup -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("device", "machine"),
    [
        ("NVIDIA H200", "h200-sxm"),
        ("nvidia  h200 ", "h200-sxm"),
        ("NVIDIA H100 80GB HBM3", "h100-sxm"),
        ("H100 80GB HBM3", "h100-sxm"),
        ("NVIDIA B200", "b200"),
        ("NVIDIA A100-SXM4-80GB", "a100-sxm-80gb"),
        ("A100-SXM4-80GB", "a100-sxm-80gb"),  # older drivers leave the vendor out
        ("AMD Instinct MI300X", "mi300x"),
        ("NVIDIA H100 PCIe", "h100-pcie"),
        ("NVIDIA H100 NVL", "h100-nvl"),
        ("NVIDIA A100-SXM4-40GB", "a100-sxm-40gb"),
        ("NVIDIA GB200", "gb200"),
        ("NVIDIA GH200 480GB", "gh200-96gb"),
        ("NVIDIA B300 SXM6 AC", "b300"),
        ("Tesla T4", "t4"),
        ("Tesla V100-SXM2-32GB", "v100-sxm2"),
        ("NVIDIA GeForce RTX 4090", "rtx-4090"),
        ("GeForce RTX 3090", "rtx-3090"),
        ("NVIDIA RTX 6000 Ada Generation", "rtx-6000-ada"),
        ("AMD Instinct MI250X", "mi250x-gcd"),  # HIP shows each die as a device
        ("Intel(R) Data Center GPU Max 1550", "max-1550"),
        ("NVIDIA GeForce RTX 4090 Laptop GPU", None),
        ("NVIDIA GeForce RTX 3090 Ti", None),
        ("NVIDIA GH200 144G HBM3e", None),
        ("NVIDIA A10G", None),
        ("Apple M4 Max", None),  # 32 or 40 cores
        ("NVIDIA H200 NVL", None),
        ("NVIDIA H100 80GB HBM3 MIG 1g.10gb", None),
        ("NVIDIA A100 80GB PCIe", None),
        ("NVIDIA H20", None),
        ("NVIDIA", None),
        ("", None),
    ],
)
def test_devices_are_found_by_the_name_that_profilers_print(device: str, machine: str | None) -> None:
    found = find_by_device(CATALOGUE.machines, device)
    assert (found.id if found else None) == machine


def test_a_machine_is_named_by_id_in_any_case() -> None:
    assert resolve(CATALOGUE.machines, " H100-SXM ") is BY_ID["h100-sxm"]


def test_a_machine_is_named_by_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, machine_data())
    assert resolve(CATALOGUE.machines, str(path)).id == "mine"
    monkeypatch.chdir(tmp_path)
    assert resolve(CATALOGUE.machines, "mine.json").id == "mine"
    path.rename(tmp_path / "mine")
    assert resolve(CATALOGUE.machines, "mine").id == "mine"


@pytest.mark.parametrize(
    ("text", "hint"),
    [("h100", "h100-nvl or h100-pcie or h100-sxm"), ("h2oo-sxm", "h200-sxm"), ("mi300", "mi300a or mi300x")],
)
def test_an_unknown_machine_names_its_neighbours(text: str, hint: str) -> None:
    with pytest.raises(UnknownMachineError) as error:
        resolve(CATALOGUE.machines, text)
    message = str(error.value)
    assert f"no machine is called “{text}”. Did you mean {hint}" in message
    assert all(machine_id in message for machine_id in BY_ID)


def test_an_unknown_machine_without_neighbours() -> None:
    with pytest.raises(UnknownMachineError) as error:
        resolve(CATALOGUE.machines, "tpu")
    assert "Did you mean" not in str(error.value)


def test_a_missing_machine_file_says_so() -> None:
    with pytest.raises(MachineFileError, match="cannot be read"):
        resolve(CATALOGUE.machines, "no/such/machine.json")


# JSON -------------------------------------------------------------------------------------------------------------


def test_json_has_the_keys_of_the_contract() -> None:
    data = machine_to_json(BY_ID["h100-sxm"])
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert {"id", "name", "ceilings", "levels", "special_ops_per_s", "launch_overhead_s"} <= data.keys()
    assert all({"precision", "flop_per_s", "kind", "source", "sparse"} <= c.keys() for c in data["ceilings"])
    assert all({"name", "bytes_per_s", "kind", "source"} <= level.keys() for level in data["levels"])
    bf16 = {c["sparse"]: c["flop_per_s"] for c in data["ceilings"] if c["precision"] == "bf16_tensor"}
    assert bf16 == {False: 990e12, True: 1979e12}
    dram = next(level for level in data["levels"] if level["name"] == "dram")
    assert (dram["bytes_per_s"], dram["label"], dram["kind"]) == (3.35e12, "HBM3", "datasheet")
    assert data["special_ops_per_s"] == pytest.approx(132 * 16 * 1.98e9, rel=1e-4)
    assert data["launch_overhead_s"] == 2.43e-6


def test_json_prints_what_is_unknown_as_null(tmp_path: Path) -> None:
    data = machine_to_json(read_machine(written(tmp_path, machine_data())))
    assert data["special_ops_per_s"] is None
    assert data["launch_overhead_s"] is None
    assert data["levels"][0]["size_bytes"] is None


def test_json_tells_measured_beside_theoretical_figures(tmp_path: Path) -> None:
    stored = machine_data()
    stored["levels"][0]["measured"] = {"value": 2e12, "kind": "measured", "source": "stream"}
    data = machine_to_json(read_machine(written(tmp_path, stored)))
    assert data["levels"][0]["measured_bytes_per_s"] == 2e12
    assert data["levels"][0]["bytes_per_s"] == stored["levels"][0]["bandwidth"]["value"]
    assert data["ceilings"][0]["measured_flop_per_s"] is None
