"""Configurations of models that are opened: offered for a decision, or told with their fault."""

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from roofline_gui.io.model_input import ModelInput
from roofline_gui.model.profile import Refusal
from roofline_gui.session.messages import Severity
from roofline_gui.session.session import Session
from tests.session import builders

GPT2 = {"model_type": "gpt2", "n_embd": 8, "n_head": 2, "n_layer": 1, "n_positions": 4, "vocab_size": 9}


@pytest.fixture
def session(tmp_path: Path, qtbot: QtBot) -> Session:
    refused = {name: Refusal(name, "no profile", "") for name in ("config.json", "model")}
    return builders.session(tmp_path, {**refused, "new.csv": builders.profile("new.csv")})


@pytest.fixture
def read(session: Session) -> list[tuple[ModelInput, ...]]:
    seen: list[tuple[ModelInput, ...]] = []
    session.kernel_desk.models_read.connect(seen.append)
    return seen


def config(folder: Path, content: object) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "config.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_an_opened_configuration_waits_for_a_decision(
    session: Session, read: list[tuple[ModelInput, ...]], tmp_path: Path
) -> None:
    path = config(tmp_path / "model", GPT2)
    before = session.document
    session.open([path])
    session.open([path.parent])
    assert [[model.path for model in models] for models in read] == [[path], [path]]
    assert read[0][0].architecture.layers == 1
    assert session.messages == ()
    assert session.document is before


def test_profiles_beside_it_are_opened(
    session: Session, read: list[tuple[ModelInput, ...]], tmp_path: Path
) -> None:
    session.open([tmp_path / "new.csv", config(tmp_path / "model", GPT2)])
    assert [source.name for source in session.document.sources] == ["new.csv"]
    assert len(read) == 1


def test_a_fault_names_the_key(session: Session, read: list[tuple[ModelInput, ...]], tmp_path: Path) -> None:
    session.open([config(tmp_path / "model", {**GPT2, "n_head": 3})])
    (message,) = session.messages
    assert message.severity is Severity.ERROR
    assert message.title == "config.json: this model cannot be used."
    assert message.text == "n_head: n_embd 8 is not a multiple of it."
    assert read == []
