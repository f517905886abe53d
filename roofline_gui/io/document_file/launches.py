"""The launches of a source as JSON columns, and back."""

import msgspec

from roofline_gui.io.document_file.columns import (
    decode_booleans,
    decode_floats,
    decode_integers,
    decode_list,
    decode_texts,
    encode_floats,
    encode_integers,
    encode_list,
    encode_texts,
    storable,
)
from roofline_gui.io.strict_json import JsonError
from roofline_gui.model.demand import Demand
from roofline_gui.model.launches import Evidence, Flag, Launches, Texts
from roofline_gui.model.machine import Level
from roofline_gui.model.precision import Precision

_NULL = msgspec.Raw(b"null")
_TEXT_COLUMNS = (
    "kernel", "operation", "block", "grid", "launch_id", "process", "device", "device_name", "compute_capability",
)  # fmt: skip
_QUANTITIES = frozenset(
    {"time", "special_ops", *(f"flop.{p}" for p in Precision), *(f"bytes.{level}" for level in Level)}
)
_MOST_FLAGS = int(sum(Flag))
MOST_COUNTERS = 500  # a column of one value is short in the file and long in memory
_MOST_INVOCATIONS = 2**53  # up to which a number in a JSON file is the same for every program


class LaunchesInFile(msgspec.Struct, forbid_unknown_fields=True):
    """n launches. `time_s` has n values, which makes n certain; every other column may be shortened."""

    time_s: msgspec.Raw
    kernel: msgspec.Raw
    operation: msgspec.Raw
    block: msgspec.Raw
    grid: msgspec.Raw
    launch_id: msgspec.Raw
    process: msgspec.Raw
    device: msgspec.Raw
    device_name: msgspec.Raw
    compute_capability: msgspec.Raw
    flop: dict[Precision, msgspec.Raw]
    flop_known: msgspec.Raw
    special_ops: msgspec.Raw
    bytes: dict[Level, msgspec.Raw]
    flags: msgspec.Raw
    evidence: dict[Evidence, msgspec.Raw] = {}
    provenance: dict[str, msgspec.Raw] = {}
    counters: dict[str, msgspec.Raw] = {}
    invocations: msgspec.Raw = _NULL


def encode_launches(launches: Launches) -> LaunchesInFile:
    """The columns of `launches`, each encoded by itself."""
    demand = launches.demand
    return LaunchesInFile(
        time_s=encode_list(demand.time),
        **{name: encode_texts(getattr(launches, name)) for name in _TEXT_COLUMNS},
        flop={precision: encode_floats(values) for precision, values in demand.flop.items()},
        flop_known=encode_integers(demand.flop_known),
        special_ops=encode_floats(demand.special_ops),
        bytes={level: encode_floats(values) for level, values in demand.bytes.items()},
        flags=encode_integers(launches.flags),
        evidence={item: encode_floats(values) for item, values in launches.evidence.items()},
        provenance={storable(quantity): encode_texts(texts) for quantity, texts in launches.provenance.items()},
        counters={storable(counter): encode_floats(values) for counter, values in launches.counters.items()},
        invocations=_NULL if launches.invocations is None else encode_integers(launches.invocations),
    )


def decode_launches(stored: LaunchesInFile, place: str) -> Launches:
    """The launches that stand at `place` of a file.

    Raises:
        JsonError: a column of another length or with something else in it, an unknown quantity, no launches at all.
    """
    time = decode_list(stored.time_s, f"{place}.time_s")
    n = len(time)
    if n == 0:
        raise JsonError("there is no launch in it", f"{place}.time_s")

    def texts(name: str) -> Texts:
        return decode_texts(getattr(stored, name), n, f"{place}.{name}")

    if len(stored.counters) > MOST_COUNTERS:
        what = f"expected at most {MOST_COUNTERS} counters, found {len(stored.counters):,}"
        raise JsonError(what, f"{place}.counters")
    for quantity in stored.provenance:
        if quantity not in _QUANTITIES:
            raise JsonError("this key is not known", f"{place}.provenance.{quantity}")
    return Launches(
        **{name: texts(name) for name in _TEXT_COLUMNS},
        demand=Demand(
            time,
            {p: decode_floats(raw, n, f"{place}.flop.{p}") for p, raw in stored.flop.items()},
            decode_booleans(stored.flop_known, n, f"{place}.flop_known"),
            decode_floats(stored.special_ops, n, f"{place}.special_ops"),
            {level: decode_floats(raw, n, f"{place}.bytes.{level}") for level, raw in stored.bytes.items()},
        ),
        flags=decode_integers(stored.flags, n, f"{place}.flags", 0, _MOST_FLAGS),
        evidence={e: decode_floats(raw, n, f"{place}.evidence.{e}") for e, raw in stored.evidence.items()},
        provenance={q: decode_texts(raw, n, f"{place}.provenance.{q}") for q, raw in stored.provenance.items()},
        counters={c: decode_floats(raw, n, f"{place}.counters.{c}") for c, raw in stored.counters.items()},
        invocations=None
        if stored.invocations == _NULL
        else decode_integers(stored.invocations, n, f"{place}.invocations", 1, _MOST_INVOCATIONS),
    )
