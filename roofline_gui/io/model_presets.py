"""The bundled transformer models: public configurations with their sources."""

import difflib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roofline_gui.io.hf_config import ConfigError, architecture, read_config
from roofline_gui.io.strict_json import JsonError, decode_json
from roofline_gui.model.workload.architecture import Architecture
from roofline_gui.resources import resource_path


@dataclass(frozen=True, slots=True)
class Published:
    """Parameter counts as their makers print them; `active_counts` says what an active count includes."""

    total: int
    active: int | None
    text: str
    source: str
    active_counts: str = ""
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Preset:
    """One model: the public `config` keys that matter, where they were read and what they were compared with."""

    id: str
    name: str
    source: str
    source_where: str
    source_kind: str
    checked_against: tuple[str, ...]
    published: Published
    notes: tuple[str, ...]
    config: dict[str, Any]

    @property
    def architecture(self) -> Architecture:
        """The shape that the configuration describes."""
        return architecture(self.config, self.name)


class UnknownModelError(LookupError):
    """No preset has this id, and no file this name."""


def load_presets(folder: Path | None = None) -> tuple[Preset, ...]:
    """All presets of `folder` (default: the bundled ones) in the order of their ids.

    Raises:
        ConfigError: a file is damaged.
    """
    return tuple(_read(path) for path in sorted((folder or resource_path("models")).glob("*.json")))


def find_model(text: str) -> Architecture:
    """The model that `text` names: the id of a bundled preset (in any case), or the path of a `config.json` or of its
    folder.

    Raises:
        UnknownModelError: neither; the message lists the known ids and what is spelled nearly so.
        ConfigError: the file does not describe a transformer that is understood.
    """
    wanted = text.strip()
    presets = load_presets()
    for preset in presets:
        if preset.id == wanted.lower():
            return preset.architecture
    path = Path(wanted)
    if path.suffix.lower() == ".json" or os.sep in wanted or path.exists():
        return read_config(path)
    ids = [preset.id for preset in presets]
    near = [i for i in ids if wanted and wanted.lower() in i] or difflib.get_close_matches(wanted.lower(), ids)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    raise UnknownModelError(
        f"no model is called “{wanted}”.{hint} Known: {', '.join(ids)}; the path of a config.json works too."
    )


def _read(path: Path) -> Preset:
    try:
        preset = decode_json(path.read_bytes(), Preset)
    except OSError as error:
        raise ConfigError(path, f"the file cannot be read ({error.strerror})") from error
    except JsonError as problem:
        raise ConfigError(path, problem.what, problem.place) from problem
    try:
        architecture(preset.config, preset.name)
    except JsonError as problem:
        raise ConfigError(path, problem.what, f"config.{problem.place}") from problem
    return preset
