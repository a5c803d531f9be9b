"""Letters that one word is written with in more than one way: Greek ones, accents, apostrophes, invisible characters.

What belongs here: what Unicode or a language's own spelling says of single characters. What a word means is not asked.
"""

from __future__ import annotations

import re
import unicodedata

_GREEK = {
    **dict(zip("αβγδεζηθικλμνξοπρστυφχψω", (
        "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu",
        "nu", "xi", "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
    ), strict=True)),
    "ς": "sigma",
}  # fmt: skip
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters that Unicode does not take apart."""
_GREEK_LETTER = re.compile("[α-ω](?!(?<=μ)[a-z])")
"""All but the prefix of a unit: ``μg``."""
_LONE_SHARP_S = re.compile(r"(?<![^\W\d_])ß(?![^\W\d_])")
"""``ß-carotene``: typed for the letter that looks like it."""
_ALFA = re.compile(r"(?<![a-z])alfa(?![a-z])")
"""``interferon alfa-2b``."""
_APOSTROPHES = str.maketrans(dict.fromkeys("`´‘’ʼʹ′＇", "'"))
INVISIBLE = re.compile(
    "[\x00\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064"
    "\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]"
)
"""NUL, and the characters of Unicode's category Cf: soft hyphen, zero-width space, marks of direction."""
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe"})


def visible(text: str) -> str:
    """The text without characters that nobody sees, each apostrophe as ``'``."""
    return text.replace("`", "'") if text.isascii() else INVISIBLE.sub("", text).translate(_APOSTROPHES)


def latin_letters(text: str) -> str:
    """The text in small letters without accents, Greek letters spelt out: ``17β`` and ``17beta`` are the same."""
    small = visible(text).lower()
    if text.isascii():
        return small
    apart = unicodedata.normalize("NFKD", _LONE_SHARP_S.sub("β", small)).casefold()
    small = "".join(c for c in apart if not unicodedata.combining(c)).translate(_LETTERS)
    return _GREEK_LETTER.sub(lambda match: _GREEK.get(match[0], match[0]), small)


def plain_letters(text: str) -> str:
    """``latin_letters``, and ``alfa`` of international nonproprietary names as ``alpha``."""
    latin = latin_letters(text)
    return _ALFA.sub("alpha", latin) if "alfa" in latin else latin


def transliterations(name: str) -> tuple[str, ...]:
    """Other spellings of a name with an umlaut, or with what stands for ``ö``: ``Schönlein`` and ``Schoenlein``."""
    small = unicodedata.normalize("NFC", name).lower()
    spelt = (small.translate(_UMLAUTS), small.replace("oe", "o"))
    return tuple(dict.fromkeys(other for other in spelt if other != small))
