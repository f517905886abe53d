"""A benchmark tool's output, recognised by its content."""

from dataclasses import replace
from pathlib import Path

from roofline_gui.io.ceilings import (
    babelstream,
    carm,
    ert,
    gpu_benches,
    likwid,
    mixbench,
    nvbandwidth,
    plain,
    rocprof_compute,
    stream,
)
from roofline_gui.io.ceilings.reading import Reading
from roofline_gui.io.ceilings.source import Source, load_source
from roofline_gui.model.profile import Refusal

# Formats with the plainest marks first; plain text last, because its lines may stand in any other output.
FORMATS = (
    *nvbandwidth.FORMATS,
    *ert.FORMATS,
    rocprof_compute.FORMAT,
    *carm.FORMATS,
    *babelstream.FORMATS,
    stream.FORMAT,
    mixbench.FORMAT,
    likwid.FORMAT,
    gpu_benches.FORMAT,
    plain.FORMAT,
)
_SHOWN = 60
_AGAIN = "All its figures are missing or 0: run the benchmark again."
_BREAKS_OFF = "The last line has no end: if the file was cut there, figures are missing."
_KNOWN = (
    "Known are the outputs of rocprof-compute (roofline.csv), ERT, CARM Tool, nvbandwidth, BabelStream, STREAM, "
    "mixbench, likwid-bench and gpu-benches, and plain text with lines such as “dram 3.02 TB/s”."
)


def read_ceilings(path: Path) -> Reading | Refusal:
    """Read what a benchmark tool printed or wrote. Bad input gives a `Refusal`, never an exception."""
    source = load_source(path)
    return source if isinstance(source, Refusal) else read_source(source)


def read_source(source: Source) -> Reading | Refusal:
    """Read text that is in memory already."""
    form = next((form for form in FORMATS if form.recognises(source)), None)
    if form is None:
        return _unknown(source)
    reading = form.read(source)
    if not reading.configurations:
        what = f"This is output of {reading.origin}, but it holds no rate that is a ceiling."
        return Refusal(source.name, what, " ".join(reading.notes) or _AGAIN)
    if source.breaks_off and not source.text.rstrip().endswith("}"):
        return replace(reading, notes=(*reading.notes, _BREAKS_OFF))
    return reading


def _unknown(source: Source) -> Refusal:
    number, first = next(((i, line.strip()) for i, line in enumerate(source.lines, 1) if line.strip()), (1, ""))
    shown = first if len(first) <= _SHOWN else first[: _SHOWN - 1] + "…"
    if "Kernel Name" in source.text or "==PROF==" in source.text:
        what = "This is a profile of Nsight Compute, not the output of a benchmark tool."
        return Refusal(source.name, what, "Open it as a profile; its own ceilings are used where it carries them.")
    below = source.lines[number] if number < len(source.lines) else ""
    if first.count(",") == below.count(",") > 0:
        what = "This table is not one that a known benchmark tool writes."
    else:
        what = "This is not the output of a known benchmark tool."
    return Refusal(source.name, what, _KNOWN, detail=f"Line {number}: {shown}")
