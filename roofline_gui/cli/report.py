"""`roofline-gui report`: derive the performance table and the picture of a profile. Needs Qt for the picture only."""

import argparse
import json
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from roofline_gui.cli.outcome import DONE, NOTHING_USABLE, UsageError
from roofline_gui.io.machines import MachineFileError, load_catalogue, machine_to_json, resolve
from roofline_gui.io.ncu.convert import read_file
from roofline_gui.io.profile_machine import sources_on_their_machines
from roofline_gui.io.table_csv import table_text
from roofline_gui.model.analysis import Analysis, analyse
from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.model.document import Document, title_of
from roofline_gui.model.grouping import Grouping, default_grouping
from roofline_gui.model.launches import concatenate
from roofline_gui.model.machine import Machine
from roofline_gui.model.profile import Profile, Refusal
from roofline_gui.model.source import Source, with_document_machine
from roofline_gui.present.report import report
from roofline_gui.present.table import table
from roofline_gui.present.text_table import text_table
from roofline_gui.present.words import refusal_text
from roofline_gui.resources import EXAMPLE_PROFILE
from roofline_gui.system import qt_not_loaded


def run(arguments: argparse.Namespace) -> int:
    """Read, derive, write. Returns 1 where no profile was usable."""
    thresholds = _thresholds(arguments)
    width, height = _size(arguments.size)
    if not 0 < arguments.scale <= 8:
        raise UsageError(f"--scale {arguments.scale:g}: give a number above 0 and up to 8.")
    paths = [EXAMPLE_PROFILE] if arguments.example else []
    paths += [Path(p) for p in arguments.profiles]
    if not paths:
        raise UsageError("name a profile (an Nsight Compute CSV), or --example.")
    profiles = []
    for path in paths:
        result = read_file(path)
        if isinstance(result, Refusal):
            print(f"roofline-gui: {refusal_text(result)}", file=sys.stderr)
        else:
            profiles.append(result)
    if not profiles:
        return NOTHING_USABLE
    sources, machine = _on_machines(arguments.machine, profiles)
    launches = concatenate([p.launches for p in profiles])
    document = Document(
        title=title_of(sources),
        sources=sources,
        machine=machine,
        grouping=Grouping(arguments.group) if arguments.group else default_grouping(launches),
        thresholds=thresholds,
    )
    analysis = analyse(document)
    assert analysis is not None  # it has profiles and a machine
    _write_outputs(arguments, document, analysis, (width, height))
    return DONE


def _write_outputs(
    arguments: argparse.Namespace, document: Document, analysis: Analysis, size: tuple[int, int]
) -> None:
    if arguments.csv:
        _write(arguments.csv, table_text(table(analysis)))
    if arguments.json:
        data = report(document.shown, analysis, machine_to_json(analysis.machine))
        _write(arguments.json, json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n")
    if arguments.png or arguments.html:
        _draw(arguments, document, analysis, size)
    if not (arguments.csv or arguments.json or arguments.png or arguments.html):
        print(text_table(document, analysis))


def _draw(arguments: argparse.Namespace, document: Document, analysis: Analysis, size: tuple[int, int]) -> None:
    from roofline_gui.present.html_report import html_report
    from roofline_gui.present.palette import DARK, LIGHT

    try:
        from roofline_gui.ui.picture import PictureError, offscreen_application, png_bytes, render_image, save_png
    except ImportError as error:
        raise UsageError(qt_not_loaded(error)) from error
    application = offscreen_application()
    palette = DARK if arguments.theme == "dark" else LIGHT
    try:
        if arguments.png:
            save_png(Path(arguments.png), document, analysis, size=size, scale=arguments.scale, palette=palette)
            _say_written(arguments.png)
        if arguments.html:
            # Twice the pixels, so that the picture is sharp where a page is zoomed or printed.
            image = render_image(document, analysis, size=size, scale=max(2.0, arguments.scale), palette=palette)
            _write(arguments.html, html_report(document, analysis, png_bytes(image)))
    except PictureError as error:
        raise UsageError(str(error)) from error
    del application


def _thresholds(arguments: argparse.Namespace) -> Thresholds:
    try:
        return Thresholds(near=arguments.near, far=arguments.far)
    except ValueError as error:
        raise UsageError(f"--near, --far: {error}") from error


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{2,5})[xX×](\d{2,5})", text)
    if match is None or not (200 <= int(match[1]) <= 16000 and 150 <= int(match[2]) <= 16000):
        raise UsageError(f"--size {text}: write WIDTHxHEIGHT, for example 1600x900 (200x150 to 16000x16000).")
    return int(match[1]), int(match[2])


def _on_machines(choice: str, profiles: list[Profile]) -> tuple[tuple[Source, ...], Machine]:
    """The sources of the profiles and the machine of the document.

    With "auto" each source is judged on the machine that it was taken on, else all on the chosen one.
    """
    catalogue = load_catalogue()
    for problem in catalogue.problems:
        print(f"roofline-gui: {problem}", file=sys.stderr)
    sources = [s for p in profiles for s in sources_on_their_machines(p, catalogue.machines)]
    if choice == "auto":
        machine = next((s.machine for s in sources if s.machine is not None), None)
        if machine is None:
            raise UsageError(_unknown_machine(profiles, catalogue.machines))
        untold = [s.name for s in sources if s.machine is None]
        if untold:
            print(f"roofline-gui: {', '.join(untold)}: device unknown, judged on the {machine.name}.", file=sys.stderr)
        return with_document_machine(sources, machine), machine
    return tuple(replace(s, machine=None) for s in sources), _chosen_machine(choice, profiles, catalogue.machines)


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


def _write(target: str, text: str) -> None:
    """Write `text` to a file at once (an interrupted run leaves the old file), or to standard output for "-"."""
    if target == "-":
        sys.stdout.reconfigure(encoding="utf-8", newline="")  # type: ignore[union-attr]
        sys.stdout.write(text)
        return
    path = Path(target)
    try:
        with tempfile.NamedTemporaryFile(
            "w", dir=path.parent, prefix=f".{path.name}.", delete=False, encoding="utf-8", newline=""
        ) as stream:
            stream.write(text)
        Path(stream.name).chmod(0o666 & ~_umask())
        Path(stream.name).replace(path)
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}.") from error
    _say_written(target)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _say_written(target: str) -> None:
    print(f"wrote {target}", file=sys.stderr)
