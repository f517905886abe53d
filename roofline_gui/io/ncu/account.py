"""The account of an import: the ledger, from everything the reader came across."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from roofline_gui.io.ncu.architecture import closest
from roofline_gui.io.ncu.assemble import Assembly
from roofline_gui.io.ncu.counters import REMEDIES
from roofline_gui.io.ncu.numbers import FormatGuess
from roofline_gui.model.launches import Flag
from roofline_gui.model.ledger import Ledger, SkippedLine, UnreadValue
from roofline_gui.model.machine import Level
from roofline_gui.model.read_options import ReadOptions

MOST_SHOWN = 300  # skipped lines that are kept
MOST_NOTES = 20  # messages of the profiler that are kept
CELLS_OF_A_ROW = 6  # programs print no lines with so many quoted cells


@dataclass(slots=True)
class LineAccount:
    """Lines that are no rows: the first few hundred, the number of all, of how many look like rows for all that, the
    profiler's messages among them, and the numbers of lines that are cut off.
    """

    skipped: list[SkippedLine] = field(default_factory=list)
    count: int = 0
    damaged: int = 0
    messages: list[SkippedLine] = field(default_factory=list)
    cut: list[int] = field(default_factory=list)

    def add(self, line: SkippedLine) -> None:
        """Take up one line."""
        self.count += 1
        self.damaged += line.text.startswith('"') and line.text.count('","') >= CELLS_OF_A_ROW
        if len(self.skipped) < MOST_SHOWN:
            self.skipped.append(line)
        elif line.text.startswith("==") and len(self.messages) < MOST_SHOWN:
            self.messages.append(line)

    @property
    def telling(self) -> list[SkippedLine]:
        """The lines that tell what the file is."""
        return self.skipped + self.messages

    @property
    def notes(self) -> list[str]:
        """What the profiler warned of, and what is cut off."""
        marks = {"==WARNING==": "ncu:", "==ERROR==": "ncu error:"}
        texts = [
            line.text.replace(mark, shown, 1).strip()
            for line in self.telling
            for mark, shown in marks.items()
            if line.text.startswith(mark)
        ]
        cut = [f"Line {n} is cut off; its last value was not used." for n in self.cut]
        damaged = [f"Lines that look like rows but cannot be read as such: {self.damaged}."] if self.damaged else []
        return [*dict.fromkeys(texts)][:MOST_NOTES] + cut[:MOST_NOTES] + damaged


def write_ledger(
    assemblies: Sequence[Assembly],
    shapes: Sequence[str],
    number_formats: Sequence[FormatGuess],
    lines: LineAccount,
    options: ReadOptions,
) -> Ledger:
    """The ledger of an import whose tables are `assemblies`, in order."""
    missing = [name for name in REMEDIES if all(name in a.missing for a in assemblies)]
    unread: list[UnreadValue] = []
    start = 0
    for assembly in assemblies:
        unread += [replace(u, launch=u.launch + start) for u in assembly.unread]
        start += len(assembly.launches)
    return Ledger(
        read=start,
        layout=", ".join(dict.fromkeys(shapes)),
        number_format=" and ".join(dict.fromkeys(guess.format.value for guess in number_formats)),
        definitions=tuple(dict.fromkeys(d for a in assemblies for d in a.definitions)),
        notes=(*lines.notes, *_choices(assemblies, options), *_notes(assemblies, missing, number_formats, options)),
        skipped=tuple(sorted(lines.skipped, key=lambda line: line.number)),
        skipped_count=lines.count,
        unread=tuple(unread),
        missing=tuple((name, REMEDIES[name]) for name in missing),
    )


def _choices(assemblies: Sequence[Assembly], options: ReadOptions) -> list[str]:
    """What the user decided, and what came of it."""
    notes = []
    if options.number_format is not None:
        notes.append(f"Your choice: numbers were read as {options.number_format}.")
    parts = []
    if options.flop_per_tensor_instruction is not None:
        parts.append(f"{options.flop_per_tensor_instruction:,.12g} FLOP per tensor instruction")
    if options.tensor_precision is not None:
        parts.append(f"tensor instructions in {options.tensor_precision.label}")
    if parts:
        used = any((a.launches.flags & int(Flag.TENSOR_ASSUMED)).any() for a in assemblies)
        unused = " It was not needed: the profile counts tensor operations, or has no tensor instructions."
        notes.append(f"Your choice: {', '.join(parts)}.{'' if used else unused}")
    return notes


def _notes(
    assemblies: Sequence[Assembly], missing: Sequence[str], number_formats: Sequence[FormatGuess], options: ReadOptions
) -> list[str]:
    notes = []
    uncounted = [name for name in missing if name.endswith("work")]
    if uncounted and len(uncounted) < 4:
        notes.append(f"Not collected: {_listed(uncounted)}. FLOP holds what was counted.")
    lacking = list(dict.fromkeys(c for a in assemblies for c in a.lacking))
    if lacking:
        notes.append(f"FLOP is a part only: the profile lacks {_listed(lacking)}.")
    flags = np.concatenate([a.launches.flags for a in assemblies])
    for flag, text in {**_FLAG_NOTES, Flag.TENSOR_ASSUMED: _tensor_assumption(assemblies, options)}.items():
        count = int(np.count_nonzero(flags & int(flag)))
        if count:
            notes.append(f"{text} ({count} of {len(flags)} launches).")
    kinds = dict.fromkeys(
        (a.launches.device_name[i], a.launches.compute_capability[i]) for a in assemblies for i in _first_of_each(a)
    )
    if len(kinds) > 1:
        shown = _listed([" ".join(part for part in (name, f"CC {cc}" if cc else "") if part) for name, cc in kinds])
        notes.append(f"The profile holds different GPUs ({shown}): one machine cannot be right for all of them.")
    below = sum(_l2_below_dram(a) for a in assemblies)
    if below:
        notes.append(
            f"L2 counts fewer bytes than DRAM in {below} launches: other clients of DRAM, write-back after the kernel, "
            "or the counters' time windows. Both are shown as counted."
        )
    for capability in dict.fromkeys(cc for a in assemblies for cc in a.launches.compute_capability.values):
        chip = closest(capability)
        if chip is not None and not chip.dram:
            notes.append(f"Compute capability {capability} shares its memory with the CPU and has no DRAM counters.")
    if any(a.launches.invocations is not None for a in assemblies):
        notes.append("The profile is a summary: each row stands for many launches, as average × number of launches.")
    examples = dict.fromkeys(guess.format.value for guess in number_formats)
    if len(examples) > 1:
        notes.append(f"The tables of the file use different number formats: {_listed(list(examples))}.")
    if any(guess.doubtful for guess in number_formats):
        notes.append(f"Nothing in the file tells its number format for certain; it was read as {next(iter(examples))}.")
    return notes


_FLAG_NOTES = {
    Flag.RATE_TIMES_TIME: "Sums that the profile has as rates only are rate × time",
    Flag.L1_BYPASSED: "L1 is left out where kernels load around write-back, the only L1 counter here",
    Flag.ROUNDED: "ncu rounded the values to few digits",
    Flag.RANGE: "Some results stand for a whole range or graph of kernels",
}


def _tensor_assumption(assemblies: Sequence[Assembly], options: ReadOptions) -> str:
    """What a tensor instruction was taken to be worth."""
    worth: dict[str, None] = {}
    for launches in (a.launches for a in assemblies):
        assumed = launches.flags & int(Flag.TENSOR_ASSUMED) > 0
        for texts in (t for key, t in launches.provenance.items() if key.endswith("_tensor")):
            used = (texts.values[code] for code in np.unique(texts.codes[assumed]).tolist())
            worth.update(dict.fromkeys(text.partition(" × ")[0] for text in used if text))
    whose = "as is usual for the chip" if options.flop_per_tensor_instruction is None else "as you chose"
    return f"Tensor work is an assumption: tensor instructions × {_listed(list(worth))} FLOP, {whose}"


def _first_of_each(assembly: Assembly) -> list[int]:
    """First launch of every combination of device name and compute capability."""
    launches = assembly.launches
    width = max(1, len(launches.compute_capability.values))
    _, first = np.unique(launches.device_name.codes * width + launches.compute_capability.codes, return_index=True)
    return sorted(first.tolist())


def _l2_below_dram(assembly: Assembly) -> int:
    """Launches whose L2 traffic, all clients counted, lies below their DRAM traffic."""
    demand, flags = assembly.launches.demand, assembly.launches.flags
    with np.errstate(invalid="ignore"):
        below = demand.traffic(Level.L2) < demand.traffic(Level.DRAM)
    return int(np.count_nonzero(below & (flags & int(Flag.L2_ALL_TRAFFIC) > 0)))


def _listed(names: Sequence[str]) -> str:
    return " and ".join(([", ".join(names[:-1])] if len(names) > 1 else []) + list(names[-1:]))
