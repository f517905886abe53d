"""Runs in the frozen program before anything else."""

import os

# Python itself does this (PEP 538), but not when it is embedded; Qt warns of anything that is not UTF-8.
if {os.environ.get(name) or "C" for name in ("LC_ALL", "LC_CTYPE", "LANG")} <= {"C", "POSIX"}:
    os.environ["LC_CTYPE"] = "C.UTF-8"
