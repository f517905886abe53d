"""How a verdict looks: a colour of the theme, and an icon and a word so that it never is colour alone."""

from roofline_gui.model.diagnosis import Verdict
from roofline_gui.present.palette import Palette

ICONS = {
    Verdict.MEMORY_OPTIMAL: "check",
    Verdict.MEMORY_SUBOPTIMAL: "headroom",
    Verdict.COMPUTE_OPTIMAL: "check",
    Verdict.COMPUTE_SUBOPTIMAL: "headroom",
    Verdict.LATENCY: "waiting",
    Verdict.BANDWIDTH_ONLY: "bytes",
    Verdict.INCOMPLETE: "unknown",
}


def verdict_colour(palette: Palette, verdict: Verdict) -> str:
    """The colour of a verdict: done, headroom, far below, or nothing to judge."""
    match verdict:
        case Verdict.MEMORY_OPTIMAL | Verdict.COMPUTE_OPTIMAL:
            return palette.ok
        case Verdict.MEMORY_SUBOPTIMAL | Verdict.COMPUTE_SUBOPTIMAL:
            return palette.warn
        case Verdict.LATENCY:
            return palette.bad
        case Verdict.BANDWIDTH_ONLY | Verdict.INCOMPLETE:
            return palette.muted
