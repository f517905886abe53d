"""How a command ends."""

DONE, NOTHING_USABLE, WRONG_USAGE = 0, 1, 2


class UsageError(Exception):
    """Something about the call is wrong; the message says what and what to do."""
