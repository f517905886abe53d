"""Runs that are judged on another machine than the one that they were measured on, in words."""

from collections.abc import Sequence

from roofline_gui.model.devices import Elsewhere


def elsewhere_text(found: Elsewhere) -> str:
    """What is wrong about one run; a sentence."""
    return (
        f"{found.source.name} was measured on {found.device} and is judged on {found.judged.name}: its fractions of "
        "roof are those of a machine that it did not run on."
    )


def elsewhere_caption(runs: Sequence[Elsewhere]) -> str:
    """The same of all runs of a picture: ``Measured on NVIDIA H200, judged on B200``; empty without any."""
    pairs = dict.fromkeys((run.device, run.judged.name) for run in runs)
    text = "; ".join(f"measured on {device}, judged on {judged}" for device, judged in pairs)
    return text[:1].upper() + text[1:]
