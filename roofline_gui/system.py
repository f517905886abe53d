"""What pictures and windows need of a Linux system, and what to say where it is missing.

Qt's own answer is an ImportError that names one library, or an abort. Nothing here costs time where all is well: the
check runs after Qt has failed.
"""

import ctypes
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

CANNOT_START = 2  # exit code

# Shared libraries that Qt links to and does not bring, with their packages on Debian and Ubuntu.
FOR_PICTURES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libstdc++.so.6": "libstdc++6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
FOR_X11 = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
FOR_WAYLAND = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}

WITHOUT_WINDOW = (
    "Without a window use the report, for example:\n"
    "    roofline-gui report PROFILE.csv --png roofline.png --csv roofline.csv"
)
WITHOUT_QT = (
    "Without it these work: roofline-gui report (table, --csv, --json), machines, calc, ncu-command. For example:\n"
    "    roofline-gui report PROFILE.csv --csv roofline.csv"
)


def has_display(environment: Mapping[str, str]) -> bool:
    """Whether the environment of a Linux process names a display, or a platform that may do without one."""
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def no_display() -> str:
    """What to say where no display is named."""
    return f"there is no display to open a window on.\n{WITHOUT_WINDOW}"


def qt_not_loaded(error: ImportError) -> str:
    """What to say where Qt cannot be imported: the system packages to install, else the words of the loader."""
    missing = absent({**FOR_PICTURES, **FOR_X11}) if sys.platform.startswith("linux") else {}
    if missing.keys() & FOR_PICTURES.keys():
        return f"windows and pictures need {_libraries(missing)}.\n{install(missing)}\n{WITHOUT_QT}"
    return f"windows and pictures need Qt, which cannot be loaded ({error}).\n{WITHOUT_QT}"


def window_not_opened(environment: Mapping[str, str], said: str) -> str:
    """What to say where Qt could open no window: a missing library, a display that does not answer, else
    what it `said`.
    """
    wanted = environment.get("QT_QPA_PLATFORM", "").partition(":")[0]
    wayland = wanted.startswith("wayland") or (not wanted and not environment.get("DISPLAY"))
    if wanted in ("", "xcb") or wayland:
        if missing := absent(FOR_WAYLAND if wayland else FOR_X11):
            return f"a window needs {_libraries(missing)}.\n{install(missing)}\n{WITHOUT_WINDOW}"
        name = environment.get("WAYLAND_DISPLAY" if wayland else "DISPLAY", "")
        if not name:
            return no_display()
        return f"the display “{name}” does not answer. Is it running, and may you use it?\n{WITHOUT_WINDOW}"
    what = said.strip().partition("\n")[0]
    return f"the platform “{wanted}” that QT_QPA_PLATFORM names opens no window. {what}\n{WITHOUT_WINDOW}"


def absent(libraries: Mapping[str, str], load: Callable[[str], object] = ctypes.CDLL) -> dict[str, str]:
    """Those of the `libraries` (name to package) that cannot be loaded; one that is there but links to one that is not
    gives way to that.
    """
    missing = {}
    for library in libraries:
        try:
            load(library)
        except OSError as error:
            named = Path(str(error).partition(":")[0]).name  # “libxcb.so.1: cannot open shared object file…”
            found = named if named in libraries else library
            missing[found] = libraries[found]
    return missing


def _libraries(missing: Mapping[str, str]) -> str:
    noun = "a system library that is" if len(missing) == 1 else "system libraries that are"
    return f"{noun} not installed: {', '.join(missing)}"


def install(missing: Mapping[str, str], os_release: Path = Path("/etc/os-release")) -> str:
    """The command that installs `missing` libraries on this distribution, as a paragraph."""
    kinds = _kinds_of_system(os_release)
    packages = " ".join(dict.fromkeys(missing.values()))
    capabilities = " ".join(f"'{library}()(64bit)'" for library in missing)  # what RPM packages say they provide
    if kinds & {"debian", "ubuntu"}:
        command = f"apt-get install {packages}"
    elif kinds & {"fedora", "rhel", "centos"}:
        command = f"dnf install {capabilities}"
    elif kinds & {"suse", "opensuse"}:
        command = f"zypper install {capabilities}"
    else:
        return f"On Debian and Ubuntu they are in: {packages}"
    return f"Install what is missing:\n    {command if os.geteuid() == 0 else f'sudo {command}'}"


def _kinds_of_system(os_release: Path) -> set[str]:
    """What the distribution is and is like, for example {"ubuntu", "debian"}."""
    try:
        lines = os_release.read_text(encoding="utf-8").splitlines()
    except OSError:
        return set()
    values = dict(line.split("=", 1) for line in lines if "=" in line)
    return {word for key in ("ID", "ID_LIKE") for word in values.get(key, "").strip("\"'").split()}
