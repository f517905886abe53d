"""What a session does with its sources: showing, naming, judging and removing them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from roofline_gui.model.devices import Elsewhere, judged_elsewhere
from roofline_gui.model.document import Document, choose_machine, remove_source, replace_source
from roofline_gui.model.machine import Level, Machine
from roofline_gui.model.read_options import ReadOptions
from roofline_gui.model.source import Source, with_document_machine
from roofline_gui.present.elsewhere import elsewhere_text

if TYPE_CHECKING:
    from roofline_gui.session.session import Session


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Sources that are judged on, or drawn under, a machine that is probably not theirs.

    text: one sentence. remedy: what can be done about it with one click, empty where only the user knows; document:
    what comes of that.
    """

    text: str
    remedy: str = ""
    document: Document | None = None


class SourceDesk:
    """Edits of the sources of `session`, each an undo step. Several sources are edited in one step."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._elsewhere: tuple[tuple[Source, ...], Machine | None, tuple[Elsewhere, ...]] | None = None

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources of the document."""
        return self._session.document.sources

    def selected_launches(self) -> list[tuple[int, tuple[int, ...]]]:
        """The launches behind the selected rows: index of each source, and the launches of its profile (indices)."""
        chosen = np.array(sorted(self._session.selected_launches), dtype=np.int64)
        found, start = [], 0
        for index, source in enumerate(self.sources):
            if source.shown:
                end = start + len(source.profile.launches)
                own = chosen[(chosen >= start) & (chosen < end)] - start
                if len(own):
                    found.append((index, tuple(own.tolist())))
                start = end
        return found

    def launches_by_row(self) -> dict[int, tuple[int, tuple[int, ...]]]:
        """The launches behind each selected row: index of the source that they are of, and the launches of its profile
        (indices).
        """
        analysis = self._session.analysis
        chosen = np.array(sorted(self._session.selected_launches), dtype=np.int64)
        if analysis is None or not len(chosen):
            return {}
        shown = [i for i, source in enumerate(self.sources) if source.shown]
        starts = np.cumsum([0, *(len(self.sources[i].profile.launches) for i in shown)])
        of_launch = analysis.groups.of_launch[chosen]
        order = np.argsort(of_launch, kind="stable")
        rows, first = np.unique(of_launch[order], return_index=True)
        found = {}
        for row, members in zip(rows.tolist(), np.split(chosen[order], first[1:]), strict=True):
            part = int(analysis.part_of_launch[members[0]])
            found[row] = shown[part], tuple((members - starts[part]).tolist())
        return found

    def dram_bytes(self, source: int, launches: Sequence[int]) -> float:
        """DRAM traffic of launches of a source (indices), B; NaN where unknown."""
        traffic = self.sources[source].profile.launches.demand.traffic(Level.DRAM)
        return float(traffic[list(launches)].sum())

    def show(self, sources: Sequence[Source], shown: bool) -> None:
        """Show or hide `sources`."""
        changed = [s for s in sources if s.shown is not shown]
        if changed:
            verb = "Show" if shown else "Hide"
            self._replace(f"{verb} {_named(changed)}", changed, lambda s: replace(s, shown=shown))

    def show_only(self, sources: Sequence[Source]) -> None:
        """Show `sources` and hide all others."""
        changed = [s for s in self.sources if s.shown is not (s in sources)]
        if changed:
            self._replace(f"Show only {_named(sources)}", changed, lambda s: replace(s, shown=not s.shown))

    def rename(self, source: Source, name: str) -> None:
        """Call `source` `name`, unless that is nothing at all."""
        wanted = " ".join(name.split())
        if wanted and wanted != source.name:
            self._replace(f"Rename {source.name} to {wanted}", [source], lambda s: replace(s, name=wanted))

    def judge(self, sources: Sequence[Source], machine: Machine | None) -> None:
        """Judge `sources` on `machine`, or on the document's (None). A document without one takes it as its own."""
        changed = [s for s in sources if s.machine != machine]
        if not changed:
            return
        where = "the document’s machine" if machine is None else machine.name
        text, document = f"Judge {_named(changed)} on {where}", self._session.document
        if document.machine is None and machine is not None:
            self._session.edit(text, choose_machine(document, machine))
        else:
            self._replace(text, changed, lambda s: replace(s, machine=machine))

    def read_again(self, source: Source, title: str, options: ReadOptions) -> None:
        """Read the file of `source` again with `options`; `title` names the undo step."""
        if options != source.profile.options:
            self._session.read_again(Path(source.profile.path), title, options)

    def remove(self, sources: Sequence[Source]) -> None:
        """Take `sources` out of the document."""
        document = self._session.document
        for source in sources:
            document = remove_source(document, source)
        self._session.edit(f"Remove {_named(sources)}", document)

    def own_machine(self, source: Source) -> Machine | None:
        """The machine that `source` was taken on: known by its device, or as the ceilings that it carries."""
        from roofline_gui.io.profile_machine import machine_of

        return machine_of(source.profile, self._known)

    @property
    def elsewhere(self) -> tuple[Elsewhere, ...]:
        """The shown sources that are judged on another machine than the known one that they were measured on."""
        document = self._session.document
        if not document.shown:
            return ()  # nor are the machines loaded, which the first paint can spare
        found = self._elsewhere
        if found is None or found[0] is not document.sources or found[1] is not document.machine:
            self._elsewhere = found = document.sources, document.machine, judged_elsewhere(document, self._known)
        return found[2]

    @property
    def _known(self) -> tuple[Machine, ...]:
        """All machines that a device may be."""
        session = self._session
        here = () if session.document.machine is None else (session.document.machine,)
        return (*here, *session.catalogue.machines, *session.machine_desk.own)

    @property
    def mismatch(self) -> Mismatch | None:
        """What is probably wrong about the machines of the shown sources."""
        document = self._session.document
        if document.machine is None:
            return None
        usual = document.machine
        return (
            self._several_kinds(document, usual) or _other_ceilings(document, usual) or self._foreign(document, usual)
        )

    def resolve(self, mismatch: Mismatch) -> None:
        """Do what `mismatch` proposes."""
        if mismatch.document is not None:
            self._session.edit(mismatch.remedy, mismatch.document)

    def _several_kinds(self, document: Document, usual: Machine) -> Mismatch | None:
        """Different kinds of device that are judged on one machine."""
        for machine in dict.fromkeys(s.machine or usual for s in document.shown):
            sources = [s for s in document.shown if (s.machine or usual) == machine]
            kinds = _kinds(sources)
            if len(kinds) < 2:
                continue
            text = f"{_listed(kinds)} are judged on one machine, {machine.name}."
            known = {s: found for s in sources if (found := self.own_machine(s)) is not None}
            changed = tuple(replace(s, machine=known.get(s, s.machine)) for s in document.sources)
            resolved = replace(document, sources=with_document_machine(changed, usual))
            if all(known.get(s, machine) == machine for s in sources):
                return Mismatch(f"{text} Choose one for each below its name.")
            return Mismatch(text, "Judge each on its own", resolved)
        return None

    def _foreign(self, document: Document, usual: Machine) -> Mismatch | None:
        """A profile that is judged on another machine than the known one that it was taken on."""
        if not self.elsewhere:
            return None
        found = self.elsewhere[0]
        own = found.own
        changed = tuple(replace(s, machine=own) if s is found.source else s for s in document.sources)
        alone = len(document.shown) == 1
        resolved = replace(document, sources=changed, machine=own if alone else usual)
        resolved = replace(resolved, sources=with_document_machine(changed, resolved.machine))
        text = f"{elsewhere_text(found)} What if predicts times on another machine."
        return Mismatch(text, f"Judge on {own.name}", resolved)

    def _replace(self, text: str, sources: Iterable[Source], change: Callable[[Source], Source]) -> None:
        document = self._session.document
        for source in sources:
            document = replace_source(document, source, change(source))
        self._session.edit(text, document)


def _other_ceilings(document: Document, drawn: Machine) -> Mismatch | None:
    """A picture with the ceilings of a machine that none of its kernels is judged on."""
    used = list(dict.fromkeys(s.machine or drawn for s in document.shown))
    if not used or drawn in used:
        return None
    text = f"Ceilings are those of {drawn.name}, yet all is judged on {_listed([m.name for m in used])}."
    chosen = choose_machine(document, used[0])
    resolved = replace(chosen, sources=with_document_machine(chosen.sources, used[0]))
    return Mismatch(text, f"Draw those of {used[0].name}", resolved)


def _kinds(sources: Sequence[Source]) -> list[str]:
    """The kinds of device of `sources`. One without a name may be any of its compute capability."""
    seen = dict.fromkeys(device for s in sources for device in s.profile.devices)
    named = {capability for name, capability in seen if name}
    kinds = (name or f"CC {cc}" for name, cc in seen if name or (cc and cc not in named))
    return list(dict.fromkeys(kinds))


def _named(sources: Sequence[Source]) -> str:
    return sources[0].name if len(sources) == 1 else f"{len(sources)} profiles"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
