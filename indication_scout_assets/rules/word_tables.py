"""Tables of words that stand beside the rules that read them, as TOML.

What belongs here: reading one. What its words mean is said where it is used.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def read_table(package: str, name: str) -> dict[str, Any]:
    """A file that stands beside the rules of a package.

    Args:
        package: of the rules, their ``__package__``.
        name: of the file.
    """
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
