"""Runs in the frozen program before anything else."""

import os
import sys
from pathlib import Path

# Python itself does this (PEP 538), but not when it is embedded; Qt warns of anything that is not UTF-8.
if {os.environ.get(name) or "C" for name in ("LC_ALL", "LC_CTYPE", "LANG")} <= {"C", "POSIX"}:
    os.environ["LC_CTYPE"] = "C.UTF-8"

# Without any configuration the library of fonts complains on every start.
if sys.platform.startswith("linux") and not Path("/etc/fonts/fonts.conf").exists():
    os.environ.setdefault("FONTCONFIG_FILE", str(Path(__file__).with_name("fonts.conf")))
