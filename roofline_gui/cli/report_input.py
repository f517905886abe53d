"""What `roofline-gui report` is made of: profiles on their machines, or a document with settings of its own."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from roofline_gui.cli.outcome import UsageError
from roofline_gui.io.document_file import DocumentFileError, is_document, read_document
from roofline_gui.io.machines import MachineFileError, resolve
from roofline_gui.io.profile_machine import sources_on_their_machines
from roofline_gui.io.table_source import read_source
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.document import Document, title_of
from roofline_gui.model.grouping import Grouping, default_grouping
from roofline_gui.model.launches import concatenate
from roofline_gui.model.machine import CeilingSet, Machine
from roofline_gui.model.profile import Profile, Refusal
from roofline_gui.model.source import Source, with_document_machine
from roofline_gui.present.words import refusal_text
from roofline_gui.resources import EXAMPLE_PROFILE


def read_input(arguments: argparse.Namespace, machines: Sequence[Machine]) -> Document | None:
    """The document to report, with launches and a machine, which may be one of the known `machines`; None where nothing
    was usable, which has been told.

    Raises:
        UsageError: no input, several documents, or an option that does not fit.
    """
    paths = [EXAMPLE_PROFILE] if arguments.example else []
    paths += [Path(p) for p in arguments.profiles]
    if not paths:
        raise UsageError("name a profile (an Nsight Compute CSV), a document, or --example.")
    documents = [path for path in paths if is_document(path)]
    if documents and len(paths) > 1:
        raise UsageError(f"{documents[0]} is a document: report it by itself.")
    return _stored(arguments, documents[0], machines) if documents else _profiles(arguments, paths, machines)


def _profiles(arguments: argparse.Namespace, paths: Sequence[Path], machines: Sequence[Machine]) -> Document | None:
    thresholds = _thresholds(arguments, Thresholds())
    profiles = []
    for path in paths:
        result = read_source(path, lambda fraction: None)
        if isinstance(result, Refusal):
            print(f"roofline-gui: {refusal_text(result)}", file=sys.stderr)
        else:
            profiles.append(result)
    if not profiles:
        return None
    sources, machine = _on_machines(arguments.machine, profiles, machines)
    launches = concatenate([p.launches for p in profiles])
    return Document(
        title=title_of(sources),
        sources=sources,
        machine=machine,
        grouping=Grouping(arguments.group) if arguments.group else default_grouping(launches),
        thresholds=thresholds,
        ceilings=CeilingSet(arguments.ceilings or CeilingSet.THEORETICAL),
    )


def _stored(arguments: argparse.Namespace, path: Path, machines: Sequence[Machine]) -> Document | None:
    """A document as it was kept, but for what the options say."""
    try:
        document = read_document(path).document
    except DocumentFileError as problem:
        print(f"roofline-gui: {problem}", file=sys.stderr)
        return None
    if not document.profiles:
        print(f"roofline-gui: {path}: the document shows no launches.", file=sys.stderr)
        return None
    if arguments.machine != "auto":
        machine = _chosen_machine(arguments.machine, list(document.profiles), machines)
        sources = tuple(replace(source, machine=None) for source in document.sources)
        document = replace(document, machine=machine, sources=sources)
    if document.machine is None:
        raise UsageError(_unknown_machine(list(document.profiles), machines))
    return replace(
        document,
        grouping=Grouping(arguments.group) if arguments.group else document.grouping,
        thresholds=_thresholds(arguments, document.thresholds),
        ceilings=CeilingSet(arguments.ceilings or document.ceilings),
    )


def _thresholds(arguments: argparse.Namespace, usual: Thresholds) -> Thresholds:
    near, far = arguments.near, arguments.far
    try:
        return Thresholds(near=usual.near if near is None else near, far=usual.far if far is None else far)
    except ValueError as error:
        raise UsageError(f"--near, --far: {error}") from error


def _on_machines(
    choice: str, profiles: list[Profile], machines: Sequence[Machine]
) -> tuple[tuple[Source, ...], Machine]:
    """The sources of the profiles and the machine of the document.

    With "auto" each source is judged on the machine that it was taken on, else all on the chosen one.
    """
    sources = [s for p in profiles for s in sources_on_their_machines(p, machines)]
    if choice == "auto":
        machine = next((s.machine for s in sources if s.machine is not None), None)
        if machine is None:
            raise UsageError(_unknown_machine(profiles, machines))
        untold = [s.name for s in sources if s.machine is None]
        if untold:
            print(f"roofline-gui: {', '.join(untold)}: device unknown, judged on the {machine.name}.", file=sys.stderr)
        return with_document_machine(sources, machine), machine
    return tuple(replace(s, machine=None) for s in sources), _chosen_machine(choice, profiles, machines)


def _chosen_machine(choice: str, profiles: list[Profile], machines: Sequence[Machine]) -> Machine:
    if choice == "profile":
        own = next((p.own_ceilings for p in profiles if p.own_ceilings is not None), None)
        if own is None:
            raise UsageError(
                "--machine profile: this profile does not carry the peak counters; "
                "roofline-gui ncu-command prints a command that collects them."
            )
        return own
    try:
        return resolve(machines, choice)
    except (MachineFileError, LookupError) as error:
        raise UsageError(f"--machine {choice}: {error}") from error


def _unknown_machine(profiles: list[Profile], machines: Sequence[Machine]) -> str:
    names = ", ".join(sorted({name or f"CC {cc}" for p in profiles for name, cc in p.devices if name or cc}))
    known = ", ".join(m.id for m in machines)
    return (
        f"the machine is unknown: the profile names {names or 'no device'}, which is not in the catalogue, "
        f"and carries no ceilings of its own.\nChoose one with --machine ID ({known}) or --machine FILE."
    )
