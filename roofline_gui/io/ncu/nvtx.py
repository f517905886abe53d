"""NVTX ranges: the path of operations that a launch ran in."""

import re

PUSH_POP = "Push/Pop_Range"
START_STOP = "Start/Stop_Range"
SUMMED = "Range:PL_Type"  # of summaries per range, which name the domain in a column of its own
SEPARATOR = " / "
_RANGE = re.compile(r'"(.*?)"(?=\s+"|\s*$|\s+\S+\s+")', re.DOTALL)
# domain:name:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg, where the name may hold colons
_FIELDS = re.compile(r"(.*?)(?::[^:]*){6}", re.DOTALL)


def operation_path(cell: str, *, has_domain: bool = True) -> str:
    """The names of the nested ranges of an NVTX cell, outermost first, joined with " / "; empty without ranges.

    A cell looks like ``2013  "<default domain>:decode batch=1:none:…"  "<default domain>:layer 0:none:…"``.
    """
    entries = _RANGE.findall(cell)
    return SEPARATOR.join(_name(entry.partition(":")[2] or entry if has_domain else entry) for entry in entries)


def _name(entry: str) -> str:
    match = _FIELDS.fullmatch(entry)
    return match[1] if match else entry
