"""`roofline-gui report`: derive the table and the picture of profiles or a document. Needs Qt for the picture only."""

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from roofline_gui.cli.known_machines import known_machines
from roofline_gui.cli.outcome import DONE, NOTHING_USABLE, UsageError
from roofline_gui.cli.output import say_written, write_output
from roofline_gui.cli.report_input import read_input
from roofline_gui.cli.what_if import read_what_if
from roofline_gui.io.machines import machine_to_json
from roofline_gui.io.table_csv import table_text
from roofline_gui.model.analysis import Analysis, analyse
from roofline_gui.model.devices import judged_elsewhere
from roofline_gui.model.document import Document
from roofline_gui.model.forecast import Forecast, forecast_document
from roofline_gui.model.grouping import Grouping
from roofline_gui.model.kernel_edits import think
from roofline_gui.model.machine import CeilingSet, Machine
from roofline_gui.present.elsewhere import elsewhere_text
from roofline_gui.present.report import report
from roofline_gui.present.table import table
from roofline_gui.present.text_table import text_table
from roofline_gui.present.what_if.forecast import forecast_notes, forecast_text
from roofline_gui.system import qt_not_loaded


@dataclass(frozen=True, slots=True)
class Findings:
    """What was read and derived. machines: those that devices may be. warnings: what makes the figures doubtful."""

    document: Document
    analysis: Analysis
    forecast: Forecast | None
    machines: Sequence[Machine]
    warnings: tuple[str, ...]


def run(arguments: argparse.Namespace) -> int:
    """Read, derive, write. Returns 1 where nothing was usable."""
    width, height = _size(arguments.size)
    if not 0 < arguments.scale <= 8:
        raise UsageError(f"--scale {arguments.scale:g}: give a number above 0 and up to 8.")
    streams = [f"--{name}" for name in ("csv", "json", "html") if getattr(arguments, name) == "-"]
    if len(streams) > 1:
        raise UsageError(f"{' and '.join(streams)}: only one of them can go to standard output.")
    machines = known_machines()
    asked = None if arguments.what_if is None else read_what_if(arguments.what_if, machines)
    document = read_input(arguments, machines)
    if document is None:
        return NOTHING_USABLE
    if asked is not None:
        document = think(document, asked)
    analysis = analyse(document)
    assert analysis is not None  # what is read has launches and a machine
    for note in _notes(arguments, document, analysis):
        print(f"roofline-gui: {note}", file=sys.stderr)
    elsewhere = judged_elsewhere(document, machines)
    for found in elsewhere:
        predicts = f"--what-if machine={found.judged.id} predicts times there."
        print(f"roofline-gui: {elsewhere_text(found)} {predicts}", file=sys.stderr)
    forecast = forecast_document(document, analysis)
    warnings = tuple(map(elsewhere_text, elsewhere))
    _write_outputs(arguments, Findings(document, analysis, forecast, machines, warnings), (width, height))
    for note in () if forecast is None else forecast_notes(forecast):
        print(f"roofline-gui: {note}", file=sys.stderr)
    return DONE


def _notes(arguments: argparse.Namespace, document: Document, analysis: Analysis) -> Iterator[str]:
    """What was asked for and has no effect on what was read."""
    if arguments.group == Grouping.NVTX and not any(analysis.groups.launches.operation.values):
        yield "--group nvtx: the profile has no NVTX ranges, so that rows are kernels; collect it with ncu --nvtx."
    machines = (document.machine, *(s.machine for s in document.shown))
    measured = any(m is not None and m.has_measured for m in machines)
    if arguments.ceilings == CeilingSet.MEASURED and not measured:
        yield "--ceilings measured: no machine here has measured ceilings, so that the theoretical ones decide."


def _write_outputs(arguments: argparse.Namespace, found: Findings, size: tuple[int, int]) -> None:
    document, analysis, forecast = found.document, found.analysis, found.forecast
    if arguments.csv:
        write_output(arguments.csv, table_text(table(analysis, forecast)))
    if arguments.json:
        data = report(document.shown, analysis, machine_to_json(analysis.machine), forecast, found.warnings)
        write_output(arguments.json, json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n")
    if arguments.png or arguments.html:
        _draw(arguments, found, size)
    if not (arguments.csv or arguments.json or arguments.png or arguments.html):
        print(text_table(document, analysis, forecast))
    elif forecast is not None:
        print(f"roofline-gui: {forecast_text(forecast)}.", file=sys.stderr)


def _draw(arguments: argparse.Namespace, found: Findings, size: tuple[int, int]) -> None:
    from roofline_gui.present.html_report import html_report
    from roofline_gui.present.palette import DARK, LIGHT
    from roofline_gui.present.picture.shown import work_out

    try:
        from roofline_gui.ui.picture import PictureError, offscreen_application, png_bytes, render_image, save_png
    except ImportError as error:
        raise UsageError(qt_not_loaded(error)) from error
    application = offscreen_application()
    palette = DARK if arguments.theme == "dark" else LIGHT
    shown = work_out(found.document, found.analysis, found.machines)
    try:
        if arguments.png:
            save_png(Path(arguments.png), shown, size=size, scale=arguments.scale, palette=palette)
            say_written(arguments.png)
        if arguments.html:
            # Twice the pixels, so that the picture is sharp where a page is zoomed or printed.
            image = render_image(shown, size=size, scale=max(2.0, arguments.scale), palette=palette)
            page = html_report(found.document, found.analysis, png_bytes(image), found.forecast, found.warnings)
            write_output(arguments.html, page)
    except PictureError as error:
        raise UsageError(str(error)) from error
    del application


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{2,5})[xX×](\d{2,5})", text)
    if match is None or not (200 <= int(match[1]) <= 16000 and 150 <= int(match[2]) <= 16000):
        raise UsageError(f"--size {text}: write WIDTHxHEIGHT, for example 1600x900 (200x150 to 16000x16000).")
    return int(match[1]), int(match[2])
