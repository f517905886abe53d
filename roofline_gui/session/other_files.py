"""What opened files hold that are no profiles: machines, measured ceilings, configurations of models."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from roofline_gui.io.hf_config import ConfigError
from roofline_gui.io.machine_input import MachineInput, read_machine_input
from roofline_gui.io.model_input import ModelInput, read_model_input

ModelFile: TypeAlias = ModelInput | ConfigError


@dataclass(frozen=True, slots=True)
class OtherFiles:
    """The content, or the fault, of each file that is of use."""

    machines: dict[Path, MachineInput]
    models: dict[Path, ModelFile]

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files that are of use."""
        return (*self.machines, *self.models)


def read_other_files(paths: Iterable[Path]) -> OtherFiles:
    """Read files that are no profiles."""
    others = OtherFiles({}, {})
    for path in paths:
        if (model := read_model_input(path)) is not None:
            others.models[path] = model
        elif (machine := read_machine_input(path)) is not None:
            others.machines[path] = machine
    return others
