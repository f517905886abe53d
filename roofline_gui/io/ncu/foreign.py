"""Files of other tools, and pages of `ncu` that hold no counters of kernels: what they are, by a line of their own."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from roofline_gui.model.ledger import SkippedLine


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file: what it is, in a sentence, and the pattern of a line that no other kind has.

    exports: the counters may be in a report, so that exporting it is enough; else they must be collected.
    advice: what to do where it is something else than the one or the other.
    """

    what: str
    pattern: re.Pattern[str]
    exports: bool = False
    advice: str = ""


def _kind(what: str, *patterns: str, exports: bool = False, advice: str = "") -> Kind:
    return Kind(what, re.compile("|".join(patterns)), exports, advice)


KINDS = (
    _kind(
        "This is a document of this program, not a profile.",
        r'"format"\s*:\s*"roofline-document"',
        advice="Open it from the File menu.",
    ),
    _kind(
        "This is a performance table that this program exported, not a profile.",
        r"^kernel,(?=.*\bbytes_dram\b)(?=.*\btime_s\b)",
        advice="Open it from the File menu, or open the profile that it came from.",
    ),
    _kind(
        "This is output of nvprof, whose tables have no counters of this kind.",
        r"==\d+== NVPROF",
        r"^=+(?:\d+=+)? (?:Profiling|Metric|Event) result:",
        r'^"?Type"?,"?Time\(%\)',
        r'^"?Time\(%\)"?,"?Time"?,"?Calls',
        r'^"?Start"?,"?Duration"?,"?(?:Grid X|Name)',
        r'"?Invocations"?,"?(?:Event Name|Metric Name"?,"?Metric Description)',
        r"^\s*(?:Type\s+)?Time\(%\)\s+Time\s+Calls",
    ),
    _kind(
        "This is a table of Nsight Systems: kernel times, but no counters.",
        r'^"?Time ?\(%\)"?,"?Total Time',
        r"^\s*Time ?\(%\)\s+Total Time",
        r"\bStart ?\((?:ns|nsec|us|usec|ms|msec|s|sec)\)",
        r"\bCorrId\b",
        r"^Processing \[.*\] with \[",
        r"^\s*\*\* .+ \(\w+\):\s*$",
        r'"TraceProcessEvent"|"CudaEvent"',
    ),
    _kind(
        "This is a table of an AMD profiler (rocprof); this program reads Nsight Compute.",
        r'^"?Index"?,"?KernelName',
        r"TotalDurationNs",
        r"\bAgent_Id\b",
        r"\bDispatch_I[Dd]\b",
        r"\bKernel_Name\b.*Timestamp",
        r'"?Counter_Name"?,"?Counter_Value',
        r"\bMetric_ID\b",
        r"rocprof-compute|rocprofiler-compute|\b[Oo]mniperf\b",
    ),
    _kind(
        "This is output of the PyTorch profiler: kernel times, but no counters.",
        r"Self CPU %|Self CUDA %|Self CPU total|Self CUDA time total",
        r'"(?:deviceProperties|schemaVersion)"\s*:',
    ),
    _kind("This is a trace of events in the Chrome format: times, but no counters.", r'"traceEvents"', r'"ph"\s*:\s*"'),
    _kind(
        "This is the session page of an Nsight Compute report: it describes the machine, not the kernels.",
        r"Session Attribute|Launch Attribute|Device Attribute",
        exports=True,
    ),
    _kind(
        "This is the source page of an Nsight Compute report: counters per line of code, not per kernel.",
        r'^"?#"?,"?(?:Address|Source)\b',
        r'^"?Address"?(?:,|\s{2,})"?Source\b',
        exports=True,
    ),
    _kind(
        "This is a text page of Nsight Compute, printed for people and without --csv.",
        r"^\s*Section: ",
        r"^\s*Metric Name\s{2,}Metric Unit",
        r"\S \(\d+, \d+, \d+\)x\(\d+, \d+, \d+\), ",
        exports=True,
    ),
    _kind(
        "These are rows of an Nsight Compute table whose header line is missing.",
        r'^"\d+","\d+","[^"]*","[^"]*",',
        exports=True,
        advice="Copy the file as a whole, or export the report again.",
    ),
    _kind(
        "This is a table made from Nsight Compute output by another program, with columns that ncu does not print.",
        r"\b\w+__\w+\.(?:sum|avg|max|min|pct|ratio)\b",
        r"\bMetric Name\b",
        exports=True,
        advice="Open the file that ncu itself wrote, or export the report again.",
    ),
)


def kind_of(lines: Sequence[SkippedLine]) -> tuple[Kind, SkippedLine] | None:
    """The kind of a file without tables of kernels, and the line that tells it."""
    return next(
        ((kind, line) for kind in KINDS for line in lines if kind.pattern.search(line.text) is not None),
        None,
    )
