"""The ``scout`` command.

``commands`` is the command with the verbs that run and serve; each other module holds the verbs of one subject. What
belongs here: arguments, progress and plain sentences. All work is done by the rooms.
"""

from .commands import main

__all__ = ["main"]
