"""Models among other files: what is taken for one, how it is named, and every reason why it is not read."""

import json
from pathlib import Path
from typing import Any

import pytest

from roofline_gui.io.hf_config import ConfigError, read_config
from roofline_gui.io.model_input import ModelInput, read_model_input

LLAMA: dict[str, Any] = {
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "vocab_size": 100,
    "max_position_embeddings": 50,
}


def write(folder: Path, content: object, name: str = "config.json") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def test_a_file_and_its_folder_are_the_same_model(tmp_path: Path) -> None:
    path = write(tmp_path / "tiny", LLAMA)
    of_file, of_folder = read_model_input(path), read_model_input(path.parent)
    assert isinstance(of_file, ModelInput)
    assert of_file == of_folder
    assert of_file.path == path
    assert (of_file.architecture.name, of_file.architecture.hidden) == ("tiny", 64)


def test_a_model_is_named_as_it_says_else_after_where_it_lies(tmp_path: Path) -> None:
    assert read_config(write(tmp_path / "a", {**LLAMA, "_name_or_path": "me/it"})).name == "me/it"
    assert read_config(write(tmp_path / "my--model", LLAMA)).name == "my--model"
    assert read_config(write(tmp_path, LLAMA, "other.json")).name == "other"


def test_a_model_in_the_cache_of_the_hub_is_named_after_its_repository(tmp_path: Path) -> None:
    repository = tmp_path / "models--meta-llama--Llama-9"
    blob = write(repository / "blobs", LLAMA, "0a1b")
    snapshot = repository / "snapshots" / "77c0ffee"
    snapshot.mkdir(parents=True)
    (snapshot / "config.json").symlink_to(blob)
    assert read_config(snapshot).name == "Llama-9"


@pytest.mark.parametrize(
    ("content", "wrong"),
    [
        ({**LLAMA, "model_type": "bert"}, "model_type: “bert” is not understood"),
        ({k: v for k, v in LLAMA.items() if k != "vocab_size"}, "vocab_size: missing"),
        ({"architectures": ["LlamaForCausalLM"]}, "model_type: missing"),
        ('{"model_type": "llama", ', "not valid JSON at line 1"),
    ],
)
def test_a_fault_of_what_is_meant_as_a_model_is_told(tmp_path: Path, content: object, wrong: str) -> None:
    fault = read_model_input(write(tmp_path, content))
    assert isinstance(fault, ConfigError)
    assert wrong in str(fault)


@pytest.mark.parametrize("content", [{"levels": []}, [1], "model_type", '{"a": ', ""])
def test_other_files_are_no_models(tmp_path: Path, content: object) -> None:
    assert read_model_input(write(tmp_path, content)) is None
    assert read_model_input(write(tmp_path, LLAMA, "profile.csv")) is None
    assert read_model_input(tmp_path / "nowhere.json") is None
    (tmp_path / "empty").mkdir()
    assert read_model_input(tmp_path / "empty") is None


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"this folder has no config\.json"):
        read_config(tmp_path)
    with pytest.raises(ConfigError, match="cannot be read"):
        read_config(tmp_path / "nowhere.json")
    (tmp_path / "config.json").mkdir()
    with pytest.raises(ConfigError, match="this is no file"):
        read_config(tmp_path)
    huge = tmp_path / "huge.json"
    with huge.open("wb") as stream:
        stream.truncate(17 << 20)
    with pytest.raises(ConfigError, match=r"too large .* \(18 MB\)"):
        read_config(huge)
