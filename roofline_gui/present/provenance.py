"""Which counters the numbers of a row came from, in words for tips."""

from roofline_gui.model.grouping import Groups
from roofline_gui.model.machine import Level

_QUANTITIES = {  # by column of the performance table
    "time_s": "time",
    "special_ops": "special_ops",
    **{f"bytes_{level.value}": f"bytes.{level.value}" for level in Level},
}


def provenance(groups: Groups, row: int, quantity: str) -> str:
    """The counters behind `quantity` (a key of `Launches.provenance`) of one row, one term a line; empty if unknown.

    Of a group whose launches came by it in different ways, or with numbers of their own, that of the first is given.
    """
    texts = groups.launches.provenance.get(quantity)
    if texts is None:
        return ""
    first = int(groups.first[row])
    text = texts[first].replace(" + ", "\n+ ")
    members = groups.members(row)
    if not text or len(members) == 1:
        return text
    alike = len(set(texts.codes[members].tolist())) == 1
    if alike:
        return f"{text}\nsummed over {len(members):,} launches"
    return f"Launch #{groups.launches.launch_id[first]}, the first of {len(members):,}:\n{text}"


def work_provenance(groups: Groups, row: int) -> str:
    """The counters behind the work of one row, by precision."""
    parts = []
    for precision, work in groups.demand.flop.items():
        if work[row] > 0:
            parts.append(f"{precision.label}:\n{provenance(groups, row, f'flop.{precision.value}')}")
    return "\n".join(parts)


def column_provenance(groups: Groups, row: int, column: str) -> str:
    """The counters behind a cell of the performance table; empty for columns that are no plain quantity."""
    if column == "flop":
        return work_provenance(groups, row)
    return provenance(groups, row, _QUANTITIES[column]) if column in _QUANTITIES else ""
