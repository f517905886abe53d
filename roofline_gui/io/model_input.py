"""Configurations of models among files that were opened for something else."""

from dataclasses import dataclass
from pathlib import Path

from roofline_gui.io.hf_config import CONFIG_NAME, LARGEST_CONFIG, ConfigError, read_config
from roofline_gui.io.json_kind import holds_keys
from roofline_gui.model.workload.architecture import Architecture

_KEYS = ("model_type", "architectures")


@dataclass(frozen=True, slots=True)
class ModelInput:
    """A model that was read from `path`."""

    path: Path
    architecture: Architecture


def read_model_input(path: Path) -> ModelInput | ConfigError | None:
    """The model that a `config.json` or its folder describes, the fault of one that is meant to; None for others."""
    file = path / CONFIG_NAME if path.is_dir() else path
    if not holds_keys(file, _KEYS, LARGEST_CONFIG):
        return None
    try:
        return ModelInput(file, read_config(file))
    except ConfigError as fault:
        return fault
