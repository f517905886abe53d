"""The book of commands: what the program can be told to do, with words, shortcut and icon, in one place."""

from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, slots=True)
class Command:
    """One entry: `text` as in the menu (& marks the access key), a `tip` of one line, an `icon` of resources/icons."""

    text: str
    tip: str
    shortcut: str | QKeySequence.StandardKey = ""
    icon: str = ""
    checkable: bool = False


_KEY = QKeySequence.StandardKey

COMMANDS = {
    "new": Command("&New", "Start with an empty document", _KEY.New),
    "open": Command("&Open…", "Open what Nsight Compute wrote (CSV, .ncu-rep), or a document", _KEY.Open, "open"),
    "save": Command("&Save", "Keep profiles, machine and settings in one file", _KEY.Save),
    "save_as": Command("Save &as…", "Keep the document in another file", "Ctrl+Shift+S"),
    "example": Command("Open &example", "Open the bundled decode step of an H200"),
    "clear_recent": Command("&Clear list", "Forget the files opened before"),
    "export_picture": Command("Export &picture…", "Save the roofline as PNG", "Ctrl+E", "picture"),
    "export_table": Command("Export &table…", "Save the performance table as CSV", "Ctrl+Shift+E", "table"),
    "export_calculated": Command("Export &calculated table…", "Save the table of calculated kernels as CSV"),
    "copy_table": Command("Copy ta&ble", "Copy the performance table, tab separated", "Ctrl+Shift+C"),
    "quit": Command("&Quit", "Close the window", "Ctrl+Q"),
    "undo": Command("&Undo", "Take the last change back", _KEY.Undo, "undo"),
    "redo": Command("&Redo", "Make the change again", _KEY.Redo, "redo"),
    "copy": Command("&Copy", "Copy the selected rows of the table, tab separated", _KEY.Copy, "copy"),
    "copy_markdown": Command("Copy as &Markdown", "Copy the selected rows of the table as Markdown", "Ctrl+Alt+C"),
    "select_none": Command("Select &none", "Select nothing: the panel shows the whole profile", "Ctrl+Shift+A"),
    "find": Command("&Find kernel", "Type part of a name to filter the table", _KEY.Find, "search"),
    "zoom_in": Command("Zoom &in", "Enlarge the picture", _KEY.ZoomIn, "zoom-in"),
    "zoom_out": Command("Zoom &out", "See more of the picture", _KEY.ZoomOut, "zoom-out"),
    "fit": Command("&Fit all dots", "Frame every dot of the profile", "Ctrl+9", "fit"),
    "reset_view": Command("Re&set view", "The frame of this machine", "Ctrl+0", "reset"),
    "all_levels": Command(
        "All memory &levels", "Every kernel shows its dots at DRAM, L2 and L1/shared", "Ctrl+L", "levels", True
    ),
    "show_launches": Command(
        "Show la&unches", "The single launches behind the selected rows; Undo goes back", "Ctrl+Shift+L"
    ),
    "regions": Command("&Regions", "Tint memory-bound, mixed and compute-bound", "Ctrl+R", "regions", True),
    "present": Command("&Presentation", "The picture alone; Esc ends it", "F11", "", True),
    "reset_layout": Command("Restore &layout", "Put the panes back where they were at first"),
    "what_if_strip": Command("&What-if sliders", "Sliders of batch and precision under the picture", "", "", True),
    "what_if_more": Command("Work, traffic, storage t&ypes", "Change them too, and the machine", "", "", True),
    "batch_up": Command("Batch &up", "Twice the batch", "Alt+Right"),
    "batch_down": Command("Batch &down", "Half the batch", "Alt+Left"),
    "precision_narrower": Command("&Narrower precision", "The next narrower precision of the machine", "Alt+PgDown"),
    "precision_wider": Command("&Wider precision", "The next wider precision of the machine", "Alt+PgUp"),
    "what_if_machine": Command("Another &machine…", "What the profile would take on another machine"),
    "batch_law": Command("&Batch law…", "How the selected rows grow with the batch"),
    "what_if_reset": Command("&Back to measured", "End the what-if: no prediction any more", "Ctrl+Backspace"),
    "kernel_add": Command("&Add a kernel", "A formula to fill in: where would it stand?", "Ctrl+K"),
    "kernel_examples": Command("E&xamples", "Worked examples of two texts about rooflines"),
    "kernel_duplicate": Command("&Duplicate", "A copy of the chosen calculated kernel", "", "copy"),
    "kernel_remove": Command("&Remove", "Take the chosen calculated kernel away", "", "remove"),
    "kernel_pin": Command("&Ideal of the selected rows", "Hold the selected rows against the calculated kernel"),
    "kernel_unpin": Command("&Unpin", "Hold no rows against the calculated kernel any more"),
    "add_model": Command(
        "Whole &model…", "Decode or prefill of a transformer: a known one, or a config.json", "Ctrl+M"
    ),
    "machine_add": Command("&Add a figure…", "A ceiling, a memory level, a size, that this machine lacks"),
    "machine_duplicate": Command("&Duplicate", "Go on with a copy of this machine"),
    "machine_properties": Command("&Name and properties…", "Name, chip, names of levels, device names, notes"),
    "machine_clock": Command("Scale to a cloc&k…", "The ceilings of this machine at another clock"),
    "machine_profile": Command("Make from the &profile", "A machine of the ceilings that the profile carries"),
    "machine_open": Command("&Open machine or benchmark…", "A machine file, or what a benchmark measured"),
    "machine_save": Command("&Save to your machines", "Keep this machine for other documents"),
    "machine_save_as": Command("Save as &file…", "Write this machine to a file, to share it"),
    "machine_forget": Command("&Remove from your machines", "Its file is moved aside; this document keeps it"),
    "machine_compare": Command("&Compare…", "Two machines side by side, and both in the picture"),
    "machine_measured": Command(
        "Judge by &measured ceilings", "Verdicts use measured ceilings where there are any", checkable=True
    ),
    "collect": Command("How to &collect a profile…", "The ncu command for your GPU", "F1"),
    "copy_diagnostics": Command("Copy &diagnostics", "Versions and system, to paste into a report of a problem"),
    "about": Command("&About Roofline", "Version and licences"),
}


def action(name: str, parent: QWidget) -> QAction:
    """The action of command `name`, with its shortcut shown in the tip."""
    command = COMMANDS[name]
    made = QAction(command.text, parent)
    made.setObjectName(name)
    made.setCheckable(command.checkable)
    made.setIconVisibleInMenu(not command.checkable)  # a menu shows the check mark in its place
    if isinstance(command.shortcut, QKeySequence.StandardKey):
        made.setShortcuts(QKeySequence.keyBindings(command.shortcut))
    elif command.shortcut:
        made.setShortcut(QKeySequence(command.shortcut))
    keys = made.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    made.setToolTip(f"{command.tip} ({keys})" if keys else command.tip)
    made.setStatusTip(command.tip)
    return made
