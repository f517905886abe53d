"""What the program needs of its Qt binding."""

import sys

import pytest
from PySide6.QtCore import QObject


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_calls_without_a_result_keep_the_references_to_none() -> None:
    target = QObject()
    before = sys.getrefcount(None)
    for _ in range(1000):
        target.setObjectName("name")
    assert abs(sys.getrefcount(None) - before) < 100
