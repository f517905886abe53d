"""Where the program's own files lie."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def resource_path(*parts: str) -> Path:
    """Path of a bundled file or folder, for example ``resource_path("machines", "b200.json")``; it need not exist.

    An installed wheel carries `resources` inside the package. A checkout has the folder beside the package, and so has
    a frozen program, whose modules lie below ``sys._MEIPASS``.
    """
    inside = _PACKAGE / "resources"
    root = inside if inside.is_dir() else _PACKAGE.parent / "resources"
    return root.joinpath(*parts)


EXAMPLE_PROFILE = resource_path("examples", "decode-bf16-recommended-raw.csv")
