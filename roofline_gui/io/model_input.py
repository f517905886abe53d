"""Configurations of models among files that were opened for something else."""

import json
from dataclasses import dataclass
from pathlib import Path

from roofline_gui.io.hf_config import CONFIG_NAME, LARGEST_CONFIG, ConfigError, read_config
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
    if not _is_meant_as_config(file):
        return None
    try:
        return ModelInput(file, read_config(file))
    except ConfigError as fault:
        return fault


def _is_meant_as_config(path: Path) -> bool:
    """Whether a JSON file has a key that tells a model's configuration, or would have it if it were not damaged."""
    try:
        if path.suffix.lower() != ".json" or not path.is_file() or path.stat().st_size > LARGEST_CONFIG:
            return False
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return False
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return any(f'"{key}"' in text for key in _KEYS)
    return isinstance(found, dict) and any(key in found for key in _KEYS)
