from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from roofline_gui.model.diagnosis import Thresholds
from roofline_gui.session.settings import MOST_RECENT_FILES, Settings, Theme
from tests.session.builders import settings


def test_first_start_has_the_usual_values(tmp_path: Path) -> None:
    fresh = settings(tmp_path)
    assert fresh.theme is Theme.SYSTEM
    assert fresh.thresholds == Thresholds(near=0.80, far=0.25)
    assert fresh.recent_files == ()
    assert not fresh.hint_dismissed
    assert fresh.what_if_shown
    assert not fresh.what_if_unfolded
    assert fresh.layout("window").isEmpty()


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    before = settings(tmp_path)
    before.theme = Theme.DARK
    before.thresholds = Thresholds(near=0.7, far=0.1)
    before.hint_dismissed = True
    before.what_if_shown = False
    before.what_if_unfolded = True
    before.folder = "/data"
    before.add_recent_files((Path("/data/a.csv"),))
    before.set_layout("window", QByteArray(b"\x00\x01"))
    after = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    assert after.theme is Theme.DARK
    assert after.thresholds == Thresholds(near=0.7, far=0.1)
    assert after.hint_dismissed
    assert not after.what_if_shown
    assert after.what_if_unfolded
    assert after.folder == "/data"
    assert after.recent_files == (Path("/data/a.csv"),)
    assert after.layout("window") == QByteArray(b"\x00\x01")


def test_recent_files_are_newest_first_without_doubles(tmp_path: Path) -> None:
    kept = settings(tmp_path)
    for i in range(MOST_RECENT_FILES + 3):
        kept.add_recent_files((Path(f"/data/{i}.csv"),))
    kept.add_recent_files((Path("/data/5.csv"), Path("/data/b.csv")))
    names = [p.name for p in kept.recent_files]
    assert names == ["5.csv", "b.csv", "10.csv", "9.csv", "8.csv", "7.csv", "6.csv", "4.csv"]
    kept.clear_recent_files()
    assert kept.recent_files == ()


def test_damaged_values_count_as_not_stored(tmp_path: Path) -> None:
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    store.setValue("theme", "neon")
    store.setValue("thresholds/near", "much")
    store.setValue("layout/window", "text")
    damaged = Settings(store)
    assert damaged.theme is Theme.SYSTEM
    assert damaged.thresholds == Thresholds()
    assert damaged.layout("window").isEmpty()
    store.setValue("thresholds/near", 0.2)
    store.setValue("thresholds/far", 0.5)
    assert damaged.thresholds == Thresholds()
