"""How large the frozen program is, and what takes the room."""

from pathlib import Path, PurePath


def size_by_part(folder: Path) -> dict[str, float]:
    """Megabytes (1e6 B) of a frozen folder by what they are for, largest first."""
    sizes: dict[str, float] = {}
    for file in folder.rglob("*"):
        if file.is_file() and not file.is_symlink():
            part = _part(file.relative_to(folder))
            sizes[part] = sizes.get(part, 0.0) + file.stat().st_size / 1e6
    return dict(sorted(sizes.items(), key=lambda item: -item[1]))


def _part(file: PurePath) -> str:
    inside = file.relative_to("_internal") if file.parts[0] == "_internal" else file
    top, name = inside.parts[0], file.name
    if name.startswith("libicu"):
        return "ICU, which Qt links"
    if top in ("PySide6", "shiboken6") or name.startswith(("libQt6", "libpyside6", "libshiboken6")):
        return "Qt and its bindings"
    if name.startswith(("libscipy_openblas", "libgfortran", "libquadmath")):
        return "OpenBLAS, which NumPy links"
    if top in ("numpy", "numpy.libs"):
        return "NumPy"
    if top == "pandas":
        return "pandas, binary part"
    if top == "resources":
        return "machines, example, typeface, icons"
    if top.startswith(("libpython", "python3", "base_library")):
        return "Python"
    if len(file.parts) == 1 and name == "roofline-gui":
        return "all Python code (program, pandas, pyqtgraph, NumPy)"
    if name.startswith("lib") and len(inside.parts) == 1:
        return "libraries of the system"
    return "the rest"


def table(sizes: dict[str, float]) -> str:
    """`sizes` as lines of text, with their sum."""
    rows = [*sizes.items(), ("together", sum(sizes.values()))]
    return "\n".join(f"{size:7.1f} MB  {part}" for part, size in rows)
