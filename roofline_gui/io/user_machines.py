"""The user's own machines: one file each in the user's data folder."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from roofline_gui.io.machines import Catalogue, MachineFileError, load_catalogue, read_machine, save_machine
from roofline_gui.model.machine import Machine

REMOVED = "removed"  # folder beside the files, for those that were taken away


def user_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Where a program keeps data of its user on this system; it need not exist."""
    home = Path(environment.get("HOME") or Path.home())
    if platform == "win32":
        base = Path(environment.get("APPDATA") or home / "AppData" / "Roaming")
    elif platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "roofline-gui" / "machines"


@dataclass(frozen=True, slots=True)
class UserMachines:
    """Machine files in `folder`. What cannot be read there is reported and stays as it is."""

    folder: Path

    def load(self) -> Catalogue:
        """All machines, in the order of their ids, and the files that could not be used."""
        return load_catalogue(self.folder) if self.folder.is_dir() else Catalogue(())

    def save(self, machine: Machine) -> Path:
        """Write `machine` over the file that holds its id, or to a new one; returns the file.

        Raises:
            MachineFileError: the machine is not one that a file may hold.
            OSError: the file cannot be written.
        """
        path = self._file_of(machine.id) or self._free_name(machine.id)
        self.folder.mkdir(parents=True, exist_ok=True)
        save_machine(path, machine)
        return path

    def remove(self, machine: Machine) -> Path | None:
        """Move the file of `machine` to the folder of removed ones; returns where it is now, None if there was none.

        Raises:
            OSError: the file cannot be moved.
        """
        path = self._file_of(machine.id)
        if path is None:
            return None
        away = self.folder / REMOVED
        away.mkdir(exist_ok=True)
        return path.replace(_free(away / path.name))

    def _file_of(self, machine_id: str) -> Path | None:
        """The readable file that holds the machine with this id."""
        for path in sorted(self.folder.glob("*.json")):
            try:
                if read_machine(path).id == machine_id:
                    return path
            except MachineFileError:
                continue
        return None

    def _free_name(self, machine_id: str) -> Path:
        """A file name that no other file has, a damaged one included."""
        return _free(self.folder / f"{machine_id}.json")


def _free(path: Path) -> Path:
    found, number = path, 1
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found
