"""The menus that add kernels: all formulas, a whole model, and the worked examples."""

from collections.abc import Callable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from roofline_gui.model.workload.catalogue import FORMULAS
from roofline_gui.model.workload.examples import EXAMPLES, Example
from roofline_gui.ui.widgets.text import tip

_BREAKS = {"gemm", "softmax", "attention"}  # formulas that begin a part of the menu


def add_menu(parent: QWidget, add: Callable[[str], None], model: QAction, examples: QMenu) -> QMenu:
    """Every formula by its title; `add` takes the id of one. `model` adds a whole model."""
    menu = QMenu("&Add a kernel", parent)
    menu.setToolTipsVisible(True)
    for formula in FORMULAS.values():
        if formula.id in _BREAKS:
            menu.addSeparator()
        named = formula.title.lower().startswith(formula.name.lower())
        choice = menu.addAction(formula.title if named else f"{formula.name}: {formula.title}")
        choice.triggered.connect(lambda checked=False, formula=formula: add(formula.id))
    menu.addSeparator()
    menu.addAction(model)
    menu.addMenu(examples)
    return menu


def examples_menu(parent: QWidget, add: Callable[[Example], None]) -> QMenu:
    """The worked examples under the texts that they are from."""
    menu = QMenu("E&xamples", parent)
    menu.setToolTipsVisible(True)
    for text, examples in EXAMPLES.items():
        menu.addSeparator()
        menu.addAction(text).setEnabled(False)
        for example in examples:
            choice = menu.addAction(example.title)
            choice.setToolTip(tip(f"On an H100 SXM: {example.says}."))
            choice.triggered.connect(lambda checked=False, example=example: add(example))
    return menu
