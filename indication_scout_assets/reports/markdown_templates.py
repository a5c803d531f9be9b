"""Markdown by template: the text that may stand in it, and the environment in which nothing else gets in.

What belongs here: nothing of what a document says. A template writes Markdown; whatever it prints between ``{{`` and
``}}`` is escaped unless it is ``Markdown`` already. Only what is written here and a template's own macros are. Whatever
joins texts (``~``, ``+``, ``join``) or marks HTML as safe gives plain text, which is escaped: forgetting is harmless.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.compiler import CodeGenerator, Frame, MacroRef

from . import links
from .shared_names import SHARED, TEMPLATES, grouped

_SPECIAL = re.compile(r"([\\`*\[\]|~]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9]))")
"""An underscore within a word, as in a setting's name, is text in Markdown."""
_HTML = re.compile(r"&(?![\s\d])|<(?![\d\s=.][^>]*$)|^>|>(?![\d\s=.])")
"""What may begin or end an element or an entity, or a quotation; ``p<0.001`` and ``n > 5`` within a line do not."""
_ENTITY = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_MARKER = re.compile(r"^(\s*)(?:([#>+-])|(\d+)([.)]))(?=\s|$)")
_LINE_END = re.compile(r"\s*[\n\r]\s*")


class Markdown(str):
    """Text that is Markdown already, with everything from a source escaped; joined to other text it is plain again."""

    __slots__ = ()


def escape(text: object) -> Markdown:
    """Text that Markdown prints as it is: on one line, with no markup, no HTML and no table cell of its own."""
    flat = _SPECIAL.sub(r"\\\1", " ".join(str(text).split()))
    flat = _HTML.sub(lambda m: _ENTITY[m[0]], flat)
    head, opened, rest = flat.partition("&lt;")
    flat = head + opened + rest.replace(">", "&gt;")  # after what looks opened, whatever looks like its end
    return Markdown(_MARKER.sub(lambda m: f"{m[1]}\\{m[2]}" if m[2] else f"{m[1]}{m[3]}\\{m[4]}", flat))


def printed(value: object) -> Markdown:
    """What a template prints of a value: ``Markdown`` as it is, everything else escaped."""
    return value if isinstance(value, Markdown) else escape(value)


def link(text: str, url: str | None) -> Markdown:
    """A link if the address may be linked to; otherwise the text alone."""
    safe = links.safe_url(url)
    return Markdown(f"[{escape(text)}](<{safe}>)") if safe else escape(text)


def code(text: str) -> Markdown:
    """A text as it stands, on one line and without backticks, for they would end it."""
    flat = _LINE_END.sub(" ", text).replace("`", " ")
    return Markdown(f"`{flat}`")


def joined(pieces: Iterable[object], separator: str) -> Markdown:
    """The pieces that are not empty, each escaped where it is not Markdown, with plain text between them.

    Raises:
        ValueError: the separator means something in Markdown.
    """
    if _SPECIAL.search(separator):
        raise ValueError(f"{separator!r} is no plain text")
    return Markdown(separator.join(text for text in map(printed, pieces) if text))


@cache
def markdown_environment() -> Environment:
    """Where the Markdown templates are found; a name they lack is an error."""
    environment = _MarkdownEnvironment(
        loader=PackageLoader(TEMPLATES, "templates/markdown"),
        autoescape=False,
        finalize=printed,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals.update(SHARED, link=link)
    environment.filters.update(grouped=grouped, code=code, joined=joined)
    return environment


def fill(template: str, **values: object) -> str:
    """A Markdown template with these values, without blank lines at its beginning."""
    return markdown_environment().get_template(template).render(**values).lstrip("\n")


class _MacroIsMarkdown(CodeGenerator):
    """Compiles macros so that what they give is ``Markdown``: all they print was escaped when they printed it."""

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        self.write("environment.as_markdown(")
        super().macro_def(macro_ref, frame)
        self.write(")")


class _MarkdownEnvironment(Environment):
    code_generator_class = _MacroIsMarkdown

    @staticmethod
    def as_markdown(macro: Callable[..., str]) -> Callable[..., Markdown]:
        return lambda *given, **named: Markdown(macro(*given, **named))
