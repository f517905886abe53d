"""The calculated kernels of a document, and its what-if, as JSON and back."""

import math
from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from roofline_gui.io.document_file.columns import storable
from roofline_gui.io.document_file.plain import (
    LARGEST_ID,
    check_parameter,
    check_whole,
    encode_machine,
    storable_values,
)
from roofline_gui.io.machines import check_resources
from roofline_gui.io.strict_json import JsonError, convert_json
from roofline_gui.model.units import QuantityError
from roofline_gui.model.what_if import AS_GIVEN, WhatIf
from roofline_gui.model.workload.architecture import (
    Architecture,
    Attention,
    GroupedQuery,
    Latent,
    Mixture,
    Norm,
    check_architecture,
)
from roofline_gui.model.workload.catalogue import Workload, evaluate
from roofline_gui.model.workload.elements import ElementTypes
from roofline_gui.model.workload.entry import Entry, KernelEntry, StepEntry
from roofline_gui.model.workload.formula import BATCH_SIZE
from roofline_gui.model.workload.operations import Span
from roofline_gui.model.workload.parameters import ParameterError
from roofline_gui.model.workload.step import CONTEXT, TOKENS

MOST_LAUNCHES = 10**9  # of one kernel in a step

_ATTENTIONS: dict[str, type[Attention]] = {"grouped_query": GroupedQuery, "latent": Latent}
_KEYS = {"time": "time_s"}  # parts of a workload that are called otherwise in a file


class WorkloadInFile(msgspec.Struct, forbid_unknown_fields=True):
    """A filled-in formula; a time that is not known is null."""

    formula: str
    values: dict[str, Any]
    types: Any
    variant: str
    batch: int
    time_s: float | None
    name: str


class KernelInFile(msgspec.Struct, tag_field="kind", tag="formula", forbid_unknown_fields=True):
    """One formula, filled in."""

    id: int
    workload: WorkloadInFile
    typed: dict[str, Any]
    count: int
    shown: bool


class ArchitectureInFile(msgspec.Struct, forbid_unknown_fields=True):
    """The shape of a transformer; `attention` says in its `kind` which one it is."""

    name: str
    hidden: int
    layers: int
    vocabulary: int
    attention: dict[str, Any]
    mlp_width: int
    gated: bool
    activation: str
    mlp_bias: bool
    mixture: Any
    norm: Norm
    norms_per_layer: int
    tied_head: bool
    learned_positions: bool
    max_positions: int | None
    window: int | None
    sliding_layers: int


class StepInFile(msgspec.Struct, tag_field="kind", tag="step", forbid_unknown_fields=True):
    """A whole step of a transformer."""

    id: int
    name: str
    architecture: ArchitectureInFile
    span: Any
    types: Any
    batch: int
    shown: bool


EntryInFile: TypeAlias = KernelInFile | StepInFile


def encode_entry(entry: Entry) -> EntryInFile:
    """An entry of the document."""
    if isinstance(entry, StepEntry):
        return StepInFile(
            id=entry.id,
            name=storable(entry.name),
            architecture=_encode_architecture(entry.architecture),
            span=entry.span,
            types=entry.types,
            batch=entry.batch,
            shown=entry.shown,
        )
    workload = entry.workload
    return KernelInFile(
        id=entry.id,
        workload=WorkloadInFile(
            formula=workload.formula,
            values=dict(workload.values),
            types=workload.types,
            variant=workload.variant,
            batch=workload.batch,
            time_s=None if math.isnan(workload.time) else workload.time,
            name=storable(workload.name),
        ),
        typed=storable_values(dict(entry.typed)),
        count=entry.count,
        shown=entry.shown,
    )


def decode_entries(stored: Iterable[EntryInFile], place: str) -> tuple[Entry, ...]:
    """The entries that stand at `place` of a file; all can be calculated.

    Raises:
        JsonError: an unknown formula, a value that does not fit, an id that stands twice.
    """
    entries: list[Entry] = []
    ids: set[int] = set()
    for i, entry in enumerate(stored):
        inner = f"{place}[{i}]"
        if check_whole(entry.id, 1, LARGEST_ID, f"{inner}.id") in ids:
            raise JsonError(f"{entry.id} is the id of another entry too", f"{inner}.id")
        ids.add(entry.id)
        entries.append(_decode_step(entry, inner) if isinstance(entry, StepInFile) else _decode_kernel(entry, inner))
    return tuple(entries)


def encode_what_if(what_if: WhatIf) -> Any:
    """A what-if, with its machine in the form of a machine file."""
    return {**msgspec.to_builtins(what_if), "machine": encode_machine(what_if.machine)}


def decode_what_if(stored: Any, place: str) -> WhatIf:
    """The what-if that stands at `place` of a file; a file without one leaves things as they are given.

    Raises:
        JsonError: a batch or a factor out of limits, or something else in it.
    """
    if stored is None:
        return AS_GIVEN
    what_if = convert_json(stored, WhatIf, place)
    if what_if.machine is not None:
        check_resources(what_if.machine, f"{place}.machine")
    if what_if.batch is not None:
        check_parameter(BATCH_SIZE, what_if.batch, f"{place}.batch")
    return what_if


def _decode_kernel(stored: KernelInFile, place: str) -> KernelEntry:
    kept, inner = stored.workload, f"{place}.workload"
    workload = Workload(
        formula=kept.formula,
        values={name: convert_json(v, float, f"{inner}.values.{name}") for name, v in kept.values.items()},
        types=convert_json(kept.types, ElementTypes, f"{inner}.types"),
        variant=kept.variant,
        batch=kept.batch,
        time=math.nan if kept.time_s is None else kept.time_s,
        name=kept.name,
    )
    try:
        evaluate(workload)
    except ParameterError as error:
        part = error.parameter
        own = part in Workload.__dataclass_fields__ and part not in kept.values
        where = _KEYS.get(part, part) if own else f"values.{part}"
        raise JsonError(error.reason.rstrip("."), f"{inner}.{where}") from error
    except QuantityError as error:
        raise JsonError(str(error).rstrip("."), f"{inner}.values") from error
    count = check_whole(stored.count, 1, MOST_LAUNCHES, f"{place}.count")
    typed = {name: convert_json(text, str, f"{place}.typed.{name}") for name, text in stored.typed.items()}
    return KernelEntry(stored.id, workload, typed, count, stored.shown)


def _decode_step(stored: StepInFile, place: str) -> StepEntry:
    span = convert_json(stored.span, Span, f"{place}.span")
    check_parameter(CONTEXT if span.decode else TOKENS, span.length, f"{place}.span.length")
    check_parameter(BATCH_SIZE, stored.batch, f"{place}.batch")
    return StepEntry(
        id=stored.id,
        name=stored.name,
        architecture=_decode_architecture(stored.architecture, f"{place}.architecture"),
        span=span,
        types=convert_json(stored.types, ElementTypes, f"{place}.types"),
        batch=stored.batch,
        shown=stored.shown,
    )


def _encode_architecture(architecture: Architecture) -> ArchitectureInFile:
    plain = storable_values(msgspec.to_builtins(architecture))
    kind = next(name for name, known in _ATTENTIONS.items() if isinstance(architecture.attention, known))
    return ArchitectureInFile(**{**plain, "norm": architecture.norm, "attention": {"kind": kind, **plain["attention"]}})


def _decode_architecture(stored: ArchitectureInFile, place: str) -> Architecture:
    mixture = None if stored.mixture is None else convert_json(stored.mixture, Mixture, f"{place}.mixture")
    attention = _decode_attention(stored.attention, f"{place}.attention")
    parts: dict[str, Any] = {name: getattr(stored, name) for name in stored.__struct_fields__}
    architecture = Architecture(**{**parts, "attention": attention, "mixture": mixture})
    try:
        check_architecture(architecture)
    except ParameterError as error:
        raise JsonError(error.reason.rstrip("."), f"{place}.{error.parameter}") from error
    return architecture


def _decode_attention(stored: dict[str, Any], place: str) -> Attention:
    kind = stored.get("kind")
    if not isinstance(kind, str) or kind not in _ATTENTIONS:
        raise JsonError(f"expected one of {', '.join(_ATTENTIONS)}", f"{place}.kind")
    return convert_json({key: value for key, value in stored.items() if key != "kind"}, _ATTENTIONS[kind], place)
