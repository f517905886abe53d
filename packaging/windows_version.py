"""The version resource that Windows shows in the properties of the executable."""

from typing import Any


def resource(version: str, name: str, title: str) -> Any:
    """The version resource of executable `name` for PyInstaller."""
    from PyInstaller.utils.win32.versioninfo import (
        FixedFileInfo,
        StringFileInfo,
        StringStruct,
        StringTable,
        VarFileInfo,
        VarStruct,
        VSVersionInfo,
    )

    numbers = four_numbers(version)
    words = {
        "FileDescription": title,
        "ProductName": title,
        "InternalName": name,
        "OriginalFilename": f"{name}.exe",
        "FileVersion": version,
        "ProductVersion": version,
        "LegalCopyright": "MIT License; see the licenses folder",
    }
    english, unicode = 0x0409, 1200
    table = StringTable(f"{english:04x}{unicode:04x}", [StringStruct(key, word) for key, word in words.items()])
    return VSVersionInfo(
        ffi=FixedFileInfo(filevers=numbers, prodvers=numbers),
        kids=[StringFileInfo([table]), VarFileInfo([VarStruct("Translation", [english, unicode])])],
    )


def four_numbers(version: str) -> tuple[int, int, int, int]:
    """The release numbers of a version, as Windows wants them: "0.1.0" → (0, 1, 0, 0)."""
    numbers = [int(part) for part in version.split("+")[0].split(".") if part.isdigit()]
    major, minor, micro, build = (*numbers, 0, 0, 0, 0)[:4]
    return major, minor, micro, build
