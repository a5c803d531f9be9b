"""What every self-contained page is made of: templates, the files beside them, the policy that lets only these in.

What belongs here: nothing of what a page says.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined

from .shared_names import SHARED, TEMPLATES, grouped

_FOLDER = "templates/html"


def html_environment() -> Environment:
    """Where the templates of pages are found; all they print is escaped, and a name they lack is an error."""
    environment = Environment(
        loader=PackageLoader(TEMPLATES, _FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals.update(SHARED)
    environment.filters["grouped"] = grouped
    environment.filters["capitalize_first"] = lambda text: text[:1].upper() + text[1:]
    return environment


@cache
def asset(*names: str) -> str:
    """The texts of these files of the folder, one after the other."""
    folder = files(TEMPLATES).joinpath(_FOLDER)
    return "".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names)


def policy(style: str, script: str) -> str:
    """Content-Security-Policy: nothing from anywhere, and only this style and this script, named by their hashes."""
    hashes = [base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in (style, script)]
    return (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
