import dataclasses
import json
import math
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from roofline_gui.io.document_file import content, entries, launches, sources
from roofline_gui.io.document_file.content import decode_document, encode_document
from roofline_gui.io.machines import load_catalogue
from roofline_gui.io.ncu import read_profile
from roofline_gui.io.profile_machine import sources_on_their_machines
from roofline_gui.io.strict_json import JsonError
from roofline_gui.model.analysis import analyse
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.document import Document, open_sources
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.launches import Launches, Texts
from roofline_gui.model.profile import Profile
from roofline_gui.model.source import BatchLaw, Pin, Source
from roofline_gui.model.what_if import WhatIf
from roofline_gui.model.workload.architecture import Architecture, GroupedQuery, Latent, Mixture
from roofline_gui.model.workload.catalogue import Workload
from roofline_gui.model.workload.elements import ElementTypes
from roofline_gui.model.workload.entry import KernelEntry, StepEntry
from roofline_gui.model.workload.operations import Span
from roofline_gui.present.picture.scene import scene
from roofline_gui.present.picture.shown import Shown
from roofline_gui.present.table import table
from tests.io.document_file.builders import LAUNCHES, differences, full_document, full_profile

CAPTURES = Path(__file__).parents[2] / "data" / "h200"


def stored(document: Document | None = None) -> dict[str, Any]:
    """The file of a document as plain values, read with the json module."""
    plain: dict[str, Any] = json.loads(encode_document(document or full_document()), parse_constant=pytest.fail)
    return plain


def refused(plain: Any) -> JsonError:
    """The complaint about a file."""
    with pytest.raises(JsonError) as caught:
        decode_document(json.dumps(plain).encode())
    return caught.value


# Keeping


def test_everything_comes_back_to_the_last_bit() -> None:
    document = full_document()
    assert differences(document, decode_document(encode_document(document))) == []


def test_differences_are_found() -> None:
    other = dataclasses.replace(LAUNCHES, demand=dataclasses.replace(LAUNCHES.demand, time=-LAUNCHES.demand.time))
    changed = dataclasses.replace(full_profile(), launches=other)
    document = full_document()
    sources = (dataclasses.replace(document.sources[0], profile=changed), document.sources[1])
    assert differences(document, dataclasses.replace(document, sources=sources)) == [
        ".sources[0].profile.launches.demand.time"
    ]


def test_an_empty_document_comes_back() -> None:
    assert differences(Document(), decode_document(encode_document(Document()))) == []


def test_equal_documents_make_equal_files() -> None:
    data = encode_document(full_document())
    assert encode_document(decode_document(data)) == data


def test_no_field_of_the_model_is_forgotten() -> None:
    """A new field needs a place in the file, or it is lost when a document is saved."""

    def fields(kind: type) -> set[str]:
        return {f.name for f in dataclasses.fields(kind)}

    def places(kind: type[msgspec.Struct]) -> set[str]:
        return set(kind.__struct_fields__)

    assert fields(Document) == places(content.DocumentInFile) - {"format", "version"}
    assert fields(Source) == places(sources.SourceInFile)
    assert fields(Profile) == places(sources.ProfileInFile)
    columns = places(launches.LaunchesInFile)
    assert fields(Launches) - {"demand"} | fields(type(LAUNCHES.demand)) - {"time"} | {"time_s"} == columns
    assert fields(KernelEntry) == places(entries.KernelInFile)
    assert fields(StepEntry) == places(entries.StepInFile)
    assert fields(Workload) - {"time"} | {"time_s"} == places(entries.WorkloadInFile)
    assert fields(Architecture) == places(entries.ArchitectureInFile)


def test_what_a_file_holds_field_by_field_is_there_in_full() -> None:
    """Records without a table of their own in the reader: each field stands in the file under its own name."""
    plain = stored()
    source, kernels = plain["sources"][0], plain["kernels"]
    for kind, found in (
        (WhatIf, plain["what_if"]),
        (BatchLaw, source["laws"][0]),
        (Pin, source["pins"][0]),
        (ElementTypes, kernels[0]["workload"]["types"]),
        (Span, kernels[2]["span"]),
        (Mixture, kernels[3]["architecture"]["mixture"]),
    ):
        assert set(found) == {f.name for f in dataclasses.fields(kind)}
    grouped, latent = (set(kernel["architecture"]["attention"]) for kernel in kernels[2:])
    assert grouped == {f.name for f in dataclasses.fields(GroupedQuery)} | {"kind"}
    assert latent == {f.name for f in dataclasses.fields(Latent)} | {"kind"}


@pytest.mark.parametrize("capture", ["decode-bf16-recommended-raw.csv", "kernels-recommended-raw.csv"])
@pytest.mark.parametrize("grouping", Grouping)
def test_the_same_file_gives_the_same_picture_and_table(capture: str, grouping: Grouping) -> None:
    profile = read_profile(CAPTURES / capture)
    assert isinstance(profile, Profile)
    sources = sources_on_their_machines(profile, load_catalogue().machines)
    before = open_sources(Document(), sources, sources[0].machine, grouping)
    after = decode_document(encode_document(before))
    assert differences(before, after) == []
    one, two = analyse(before), analyse(after)
    assert one is not None
    assert two is not None
    first = frozenset({0})
    scenes = (scene(Shown(*pair, selection=first)) for pair in ((before, one), (after, two)))
    assert differences(next(scenes), next(scenes)) == []
    assert differences(table(one).columns, table(two).columns) == []


def test_unknown_is_null_and_texts_stand_once() -> None:
    columns = stored()["sources"][0]["profile"]["launches"]
    assert columns["time_s"] == [1.1e-05, 3.8080000000000002e-06, None, 2e-05]
    assert columns["special_ops"] is None
    assert columns["block"] == "(256, 1, 1)"
    assert columns["flop"]["fp32"] == [1e22, 5e-324, 0, 1e15]
    assert columns["flop_known"] == [True, True, False, True]


def test_what_is_not_finite_becomes_unknown() -> None:
    demand = dataclasses.replace(LAUNCHES.demand, time=np.array([math.inf, -math.inf, 1.0, 2.0]))
    profile = dataclasses.replace(full_profile(), launches=dataclasses.replace(LAUNCHES, demand=demand))
    data = encode_document(full_document(sources=(Source(profile, "x"),)))
    assert json.loads(data)["sources"][0]["profile"]["launches"]["time_s"] == [None, None, 1.0, 2.0]


def test_half_characters_of_file_names_do_not_prevent_saving() -> None:
    profile = dataclasses.replace(full_profile(), name="caf\udce9.csv", path="/data/caf\udce9.csv")
    odd = dataclasses.replace(LAUNCHES, kernel=Texts.constant("a\ud800b", 4))
    sources = (Source(dataclasses.replace(profile, launches=odd), "caf\udce9"),)
    back = decode_document(encode_document(full_document(title="caf\udce9", sources=sources)))
    assert (back.title, back.sources[0].profile.path) == ("caf?", "/data/caf?.csv")
    assert back.sources[0].profile.launches.kernel[0] == "a?b"


def test_values_of_other_launches_are_left_out() -> None:
    part = full_profile().launches.take(np.array([1, 2]))
    ledger = dataclasses.replace(full_profile().ledger, unread=())
    profile = dataclasses.replace(full_profile(), launches=part, ledger=ledger)
    text = encode_document(full_document(sources=(Source(profile, "x"),)))
    assert b"unnamed" not in text
    assert decode_document(text).sources[0].profile.launches.kernel.rows() == ["gemm", "gemm"]


# Refusing


def test_a_newer_file_is_told_from_a_damaged_one() -> None:
    problem = refused({**stored(), "version": 3, "energy": {"joule": 64}})
    assert problem.place == "version"
    assert "newer than this program" in problem.what
    assert "version 3" in problem.what


@pytest.mark.parametrize(
    "head", [{}, {"format": "else", "version": 1}, {"format": "roofline-document"}, {**stored(), "version": 0}]
)
def test_a_file_of_another_kind_is_told(head: dict[str, Any]) -> None:
    assert refused(head).place in ("format", "version")


def put(plain: Any, place: list[str | int], value: Any) -> Any:
    """`plain` with `value` put in."""
    inner = plain
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    return plain


LAUNCH: list[str | int] = ["sources", 0, "profile", "launches"]
IN_LAUNCHES = "sources[0].profile.launches"


@pytest.mark.parametrize(
    ("place", "value", "told"),
    [
        (["tittle"], "x", "tittle"),
        (["title"], 3, "title"),
        (["grouping"], "colour", "grouping"),
        (["thresholds", "near"], 0.1, "thresholds"),
        (["thresholds", "middle"], 0.1, "thresholds.middle"),
        (["view", "all_levels"], "yes", "view.all_levels"),
        (["view", "hidden_ceilings"], ["fp99"], "view.hidden_ceilings[0]"),
        (["machine", "levels", 1, "bandwidth", "value"], -1, "machine.levels[1].bandwidth"),
        (["machine", "levels", 1, "level"], "l1", "machine.levels[1].level"),
        (["machine", "ceilings", 2, "peak", "Value"], 1, "machine.ceilings[2].peak.Value"),
        (["view", "compared", "colour"], "red", "view.compared.colour"),
        (["sources", 1, "shown"], 1, "sources[1].shown"),
        (["sources", 0, "machine", "units"], "many", "sources[0].machine.units"),
        (["sources", 0, "profile", "devices", 0], ["one"], "sources[0].profile.devices[0]"),
        (["sources", 0, "profile", "ledger", "notes"], "x", "sources[0].profile.ledger.notes"),
        (["sources", 0, "profile", "ledger", "unread", 0, "launch"], 4, "sources[0].profile.ledger.unread[0].launch"),
        ([*LAUNCH, "time_s"], [], f"{IN_LAUNCHES}.time_s"),
        ([*LAUNCH, "time_s"], 1e-6, f"{IN_LAUNCHES}.time_s"),
        ([*LAUNCH, "time_s", 2], "fast", f"{IN_LAUNCHES}.time_s[2]"),
        ([*LAUNCH, "kernel"], ["a", "b", "c"], f"{IN_LAUNCHES}.kernel"),
        ([*LAUNCH, "kernel"], {"values": ["a"], "codes": [0, 0, 0, 1]}, f"{IN_LAUNCHES}.kernel.codes[3]"),
        ([*LAUNCH, "kernel"], {"values": ["a"], "codes": [0, 0, -1, 0]}, f"{IN_LAUNCHES}.kernel.codes[2]"),
        ([*LAUNCH, "kernel"], {"values": ["a"], "codes": [0, 0, 0]}, f"{IN_LAUNCHES}.kernel.codes"),
        ([*LAUNCH, "kernel"], {"values": ["a"], "codes": [0] * 4, "x": 1}, f"{IN_LAUNCHES}.kernel.x"),
        ([*LAUNCH, "flop", "fp7"], 0, f"{IN_LAUNCHES}.flop"),
        ([*LAUNCH, "bytes", "dram", 1], True, f"{IN_LAUNCHES}.bytes.dram[1]"),
        ([*LAUNCH, "flags", 1], 256, f"{IN_LAUNCHES}.flags[1]"),
        ([*LAUNCH, "flags"], 1.5, f"{IN_LAUNCHES}.flags"),
        ([*LAUNCH, "flags"], 10**30, f"{IN_LAUNCHES}.flags"),
        ([*LAUNCH, "invocations", 0], 0, f"{IN_LAUNCHES}.invocations[0]"),
        ([*LAUNCH, "provenance", "colour"], "red", f"{IN_LAUNCHES}.provenance.colour"),
        ([*LAUNCH, "counters"], {str(i): None for i in range(501)}, f"{IN_LAUNCHES}.counters"),
        ([*LAUNCH, "energy"], 1.0, f"{IN_LAUNCHES}.energy"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_does_not_belong_there_is_refused_with_its_place(place: list[str | int], value: Any, told: str) -> None:
    assert refused(put(stored(), place, value)).place == told


@pytest.mark.parametrize("token", ["NaN", "Infinity", "-Infinity"])
def test_tokens_that_are_no_numbers_are_refused_with_their_place(token: str) -> None:
    data = encode_document(full_document()).replace(b"3.808", token.encode() + b",3.808", 1)
    assert token.encode() in data
    with pytest.raises(JsonError) as caught:
        decode_document(data)
    assert caught.value.place == f"{IN_LAUNCHES}.time_s[1]"
    assert caught.value.what.startswith(token)


def test_a_number_beyond_all_floats_is_refused_with_its_place() -> None:
    data = encode_document(full_document()).replace(b"3.8080000000000002e-6", b"1e999", 1)
    with pytest.raises(JsonError) as caught:
        decode_document(data)
    assert caught.value.place == f"{IN_LAUNCHES}.time_s[1]"


def test_a_cut_file_is_told_with_the_place_where_it_ends() -> None:
    data = encode_document(full_document())
    with pytest.raises(JsonError) as caught:
        decode_document(data[: data.index(b"3.808")])
    assert caught.value.place == f"{IN_LAUNCHES}.time_s[1]"
    assert "ends in the middle" in caught.value.what


def test_nesting_without_end_is_refused() -> None:
    with pytest.raises(JsonError, match="nested too deeply"):
        decode_document(encode_document(Document()).replace(b'"near"', b'"x":' + b"[" * 100_000 + b"]" * 100_000))


def test_a_profile_s_own_ceilings_may_lack_half_of_a_machine() -> None:
    back = decode_document(encode_document(full_document()))
    assert back.sources[0].profile.own_ceilings == full_profile().own_ceilings


def test_default_thresholds_are_not_assumed() -> None:
    document = full_document(thresholds=Thresholds(0.9, 0.5))
    assert decode_document(encode_document(document)).thresholds == Thresholds(0.9, 0.5)
