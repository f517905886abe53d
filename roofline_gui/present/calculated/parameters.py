"""Parameters of formulas in words: what stands beside, below and behind their fields."""

from roofline_gui.model.units import format_number, format_quantity
from roofline_gui.model.workload.draft import LAUNCHES
from roofline_gui.model.workload.formula import BATCH_SIZE
from roofline_gui.model.workload.measured import MEASUREMENT
from roofline_gui.model.workload.parameters import Parameter

_MOST_GROUPED = 1e12  # whole numbers below it are written in full


_ABOUT_THE_LAUNCH = {BATCH_SIZE: ("Batch", "b"), LAUNCHES: ("Launches", "per step"), MEASUREMENT: ("Measured", "")}


def title(parameter: Parameter) -> str:
    """What stands before its field: its symbol in the formula, or a word."""
    return _ABOUT_THE_LAUNCH[parameter][0] if parameter in _ABOUT_THE_LAUNCH else parameter.name


def placeholder(parameter: Parameter) -> str:
    """What stands in its field while nothing is typed: the default, or what leaving it empty means."""
    if parameter is MEASUREMENT:
        return "time or rate"
    if parameter.default is not None:
        return format_number(parameter.default)
    return parameter.unset if parameter.optional else ""


def description(parameter: Parameter) -> str:
    """What it is in a few words, with its unit; empty where the title says it."""
    if parameter in _ABOUT_THE_LAUNCH:
        return _ABOUT_THE_LAUNCH[parameter][1]
    short = parameter.label.partition(";")[0].partition("(")[0].partition(":")[0].strip()
    unit = f", {parameter.unit.value}" if parameter.unit is not None else ""
    return "" if short.lower() == parameter.name and not unit else f"{short}{unit}"


def explanation(parameter: Parameter) -> str:
    """All about it, and what may be typed."""
    name = f"{title(parameter)}: {parameter.label}"
    if parameter.switch:
        return name
    if parameter is MEASUREMENT:
        return f"{name}.\nFor example 180 us, 400 TFLOP/s, 3.1 TB/s. It makes the kernel a measured one."
    example = f"137 G{parameter.unit.value}, 3*100e6 {parameter.unit.value}" if parameter.unit else "2*4096, 2^12, 70e9"
    empty = f"Empty: {parameter.unset}. " if parameter.optional else ""
    return f"{name}.\n{empty}Arithmetic is understood: {example}."


def meaning(parameter: Parameter, text: str, value: float) -> str:
    """What a typed text comes to: ``= 8192``. Empty where it says that itself."""
    if parameter.unit is not None:
        shown = format_quantity(value, parameter.unit)
    elif value.is_integer() and value < _MOST_GROUPED:
        shown = f"{value:,.0f}".replace(",", " ")
    else:
        shown = format_number(value)
    same = "".join(shown.split()) == "".join(text.split())
    return "" if same or not text.strip() else f"= {shown}"
