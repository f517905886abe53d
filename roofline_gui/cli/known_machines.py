"""The machines that commands know by their ids."""

import sys

from roofline_gui.io.machines import load_catalogue
from roofline_gui.io.user_machines import UserMachines, user_folder
from roofline_gui.model.machine import Machine


def known_machines() -> tuple[Machine, ...]:
    """The catalogue, then the user's own machines. Files that cannot be used are told on standard error."""
    catalogue, own = load_catalogue(), UserMachines(user_folder()).load()
    for problem in (*catalogue.problems, *own.problems):
        print(f"roofline-gui: {problem}", file=sys.stderr)
    return (*catalogue.machines, *own.machines)
