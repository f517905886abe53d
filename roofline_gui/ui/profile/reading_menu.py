"""The menu that reads a source again with the user's decisions."""

from dataclasses import replace

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from roofline_gui.model.launches import Flag
from roofline_gui.model.precision import Precision
from roofline_gui.model.read_options import NumberFormat, ReadOptions
from roofline_gui.model.source import Source
from roofline_gui.session.sources import SourceDesk

# What mma instructions of the usual shapes are worth: m8n8k4 on Volta up to m16n8k64 INT4.
FLOP_PER_INSTRUCTION = (512.0, 1024.0, 2048.0, 4096.0, 8192.0, 16384.0)
TENSOR_PRECISIONS = tuple(p for p in Precision if p.is_tensor)


def fill_reading_menu(menu: QMenu, desk: SourceDesk, source: Source) -> None:
    """Fill `menu` with the ways to read the file of `source`; what holds now is checked."""
    options = source.profile.options
    _add_numbers(menu.addMenu("&Numbers as"), desk, source, options)
    tensor = menu.addMenu("&Tensor instructions as")
    tensor.setEnabled(_counts_instructions(source))
    tensor.setToolTip("Only for files that count tensor instructions but not their operations")
    _add_worth(tensor, desk, source, options)
    tensor.addSeparator()
    _add_precisions(tensor, desk, source, options)


def _add_numbers(menu: QMenu, desk: SourceDesk, source: Source, options: ReadOptions) -> None:
    choices = {"Decide from the file": None, **{f.value: f for f in NumberFormat}}
    group = QActionGroup(menu)
    for text, choice in choices.items():
        title = f"Read {source.name} with numbers as {text}" if choice else f"Read {source.name} as it tells"
        changed = replace(options, number_format=choice)
        _add(menu, group, text, options.number_format is choice, desk, source, title, changed)


def _add_worth(menu: QMenu, desk: SourceDesk, source: Source, options: ReadOptions) -> None:
    group = QActionGroup(menu)
    now = options.flop_per_tensor_instruction
    for worth in (None, *FLOP_PER_INSTRUCTION):
        text = "Usual for the GPU" if worth is None else f"{worth:,.0f} FLOP each"
        title = f"Read tensor instructions of {source.name} as {text.lower() if worth is None else text}"
        changed = replace(options, flop_per_tensor_instruction=worth)
        _add(menu, group, text, now == worth, desk, source, title, changed)


def _add_precisions(menu: QMenu, desk: SourceDesk, source: Source, options: ReadOptions) -> None:
    group = QActionGroup(menu)
    for precision in (None, *TENSOR_PRECISIONS):
        text = "Usual precision" if precision is None else precision.label
        title = f"Count tensor work of {source.name} as {text}"
        changed = replace(options, tensor_precision=precision)
        _add(menu, group, text, options.tensor_precision is precision, desk, source, title, changed)


def _add(
    menu: QMenu,
    group: QActionGroup,
    text: str,
    checked: bool,
    desk: SourceDesk,
    source: Source,
    title: str,
    options: ReadOptions,
) -> None:
    action = QAction(text, menu)
    action.setCheckable(True)
    action.setChecked(checked)
    action.setActionGroup(group)
    action.triggered.connect(lambda: desk.read_again(source, title, options))
    menu.addAction(action)


def _counts_instructions(source: Source) -> bool:
    """Whether some tensor work of the source rests on an assumption, or on what the user said before."""
    options = source.profile.options
    assumed = bool((source.profile.launches.flags & Flag.TENSOR_ASSUMED).any())
    return assumed or options.flop_per_tensor_instruction is not None or options.tensor_precision is not None
