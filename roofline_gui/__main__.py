"""Entry point of `roofline-gui` and `python -m roofline_gui`."""

import sys

from roofline_gui.cli import main

if __name__ == "__main__":
    sys.exit(main())
