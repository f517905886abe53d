"""Tables for a terminal."""

from collections.abc import Collection, Sequence


def columns(rows: Sequence[tuple[str, ...]], left: Collection[int]) -> str:
    """Rows as aligned columns, those with an index in `left` to the left, all others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [c.ljust(w) if i in left else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
