"""What an article can be told by: its numbers, its title and its first author, each in one spelling.

What belongs here: pure functions from what sources print to keys that can be compared. Which keys make two records one
article is decided in ``article_merging``.
"""

from __future__ import annotations

import html
import re
from urllib.parse import unquote

from ...domain.letters import latin_letters
from ...domain.records.articles import TitleForm, title_mark
from ...text.plain_text import plain_text

FEWEST_WORDS = 5
FEWEST_LETTERS = 40
"""Words, and letters and digits, of a title specific enough to tell an article by. Of 17,952 PubMed records 93 in 100
have such a title; the shorter ones that two articles shared name a subject ("Chronic hypertension in pregnancy.").
Longer ones are shared too, by an article and what is written about it: first authors and years must fit as well."""

_WORDS = re.compile(r"[^\W_]+")
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ENCODED_DOI = re.compile(r"10\.\d{4,9}%2f", re.I)
_PREPRINT_DOI = re.compile(
    r"10\.(?:1101/(?:\d{6,8}|(?:19|20)\d\d\.\d\d\.\d\d\.\d+)(?:v\d+)?$|64898/|21203/rs|2139/ssrn"
    r"|20944/preprints|26434/chemrxiv"
    r"|48550/arxiv|\d{5}/osf\.io/|22541/au|2196/preprints|1590/scielopreprints|36227/techrxiv)"
)
"""bioRxiv and medRxiv, Research Square, SSRN, Preprints.org, ChemRxiv, arXiv, OSF and the servers on it (PsyArXiv,
SocArXiv…), Authorea, JMIR, SciELO, TechRxiv."""
_VERSION_OF = (
    re.compile(r"(10\.(?:1101|64898|48550)/.*\d)v\d{1,3}"),
    re.compile(r"(10\.(?:21203|20944|26434|22541|36227|\d{5}/osf\.io)/.+)[./_-]v\d{1,3}"),
    re.compile(r"(10\.12688/[a-z0-9]+\.\d+)\.\d{1,2}"),
    re.compile(r"(10\.7554/elife\.\d{5,6})\.\d"),
)
"""DOIs of which every version of one work has its own: ``…000001v2``, ``…rs-12345/v2``, the open research platforms of
F1000 (``10.12688/f1000research.1234.2``) and eLife's reviewed preprints. Cochrane's (``.pub2``) are left: each update
of a review is a publication with a PMID of its own, and ``review_versions`` keeps the newest."""
_ABOUT_ANOTHER = re.compile(
    r"""^\W*(?:
        (?:re|(?:in\s+)?(?:reply|response)(?:\s+to)?|comment(?:s|ary)?|editorial(?:\s+comment(?:ary)?)?(?:\s+(?:on|to))?
           |letter|addendum|errat(?:um|a)|corrigend(?:um|a)|corrections?
           |(?:author|publisher|editor)(?:s|['’]s|s['’])?\W+(?:reply|response|note|correction))(?:\s*[:.–—“"]|\s+-\s)
        |errat(?:um|a)\b|corrigend(?:um|a)\b|corrections?\s+to\b
        |(?:comments?|commentary)\s+on\b|letters?\s+to\s+the\s+editor\b
        |author(?:s|'s|s')?\W+(?:reply|response)\b
        |(?:reply|response)\s+(?:to|from|by)\s+(?:the\s+)?(?:letter|comment|author|editor|dr)
    )""",
    re.I | re.VERBOSE,
)
"""Openings of what is written about another article, where many share one title. Notices: see ``title_mark``."""
_NO_TITLES = frozenset({"", "notitle", "notavailable", "untitled", "titlenotavailable"})


def pmid_key(pmid: str | None) -> str:
    """Digits without leading zeros; empty for what is no PMID."""
    number = re.fullmatch(r"\s*(?:pmid:?\s*)?0*([1-9]\d{0,8})\s*", pmid or "", re.I)
    return number[1] if number else ""


def pmcid_key(pmcid: str | None) -> str:
    """``PMC123`` without a version; empty for what is no PMC id."""
    number = re.fullmatch(r"\s*(?:pmc(?:id)?:?\s*)*0*([1-9]\d{0,9})(?:\.\d+)?\s*", pmcid or "", re.I)
    return f"PMC{number[1]}" if number else ""


def bare_doi(doi: str | None) -> str:
    """The DOI as printed, without a resolver's address before and punctuation after it; empty where there is none.

    A closing bracket goes only where nothing opened it: ``10.1016/0140-6736(90)91234-X`` keeps both. Signs that an
    address writes in hexadecimal or XML as an entity are read (``10.1000%2Fabc``, ``15&lt;1661::AID``).
    """
    match = _DOI.search(_unwritten(doi or ""))
    if match is None:
        return ""
    bare = match[0].partition("</")[0]
    while bare and (bare[-1] in ".,;:'\"/<>]}*" or (bare[-1] == ")" and bare.count(")") > bare.count("("))):
        bare = bare[:-1]
    return bare if _DOI.fullmatch(bare) else ""


def _unwritten(doi: str) -> str:
    if "://" in doi:
        doi = re.split(r"[?#](?=\w{2})", doi, maxsplit=1)[0]  # "…3.0.CO;2-#" ends with its own
    return html.unescape(unquote(doi) if "://" in doi or _ENCODED_DOI.search(doi) else doi)


def doi_key(doi: str | None) -> str:
    """The bare DOI in lower case: DOIs do not tell capitals from small letters."""
    return bare_doi(doi).lower()


def work_key(doi: str | None) -> str:
    """The DOI in lower case without what tells versions of one work: ``10.21203/rs.3.rs-12345/v2`` without ``/v2``.

    Serves to compare, not to ask for: not every server gives the work a DOI.
    """
    key = doi_key(doi)
    return next((match[1] for version in _VERSION_OF if (match := version.fullmatch(key))), key)


def is_preprint_doi(doi: str | None) -> bool:
    """Whether the DOI is one that only servers of preprints give."""
    return _PREPRINT_DOI.match(doi_key(doi)) is not None


def plain_title(title: str) -> str:
    """Letters and digits of the title alone: no markup, case, accents, punctuation, brackets of a translation.

    What a publisher writes before the title of a retracted article is no part of it.
    """
    return "".join(_title_words(title))


def has_title(title: str) -> bool:
    """Whether a title is one: PubMed prints ``[Not Available].`` for a missing one."""
    return plain_title(title) not in _NO_TITLES


def title_key(title: str) -> str:
    """The plain title where an article can be told by it, else empty.

    That is a title of at least ``FEWEST_WORDS`` words and ``FEWEST_LETTERS`` letters and digits that does not open like
    a reply, a correction, a retraction or a comment.
    """
    words = _title_words(title)
    plain = "".join(words)
    long_enough = len(words) >= FEWEST_WORDS and len(plain) >= FEWEST_LETTERS
    mark = title_mark(plain_text(title))
    own = (mark is None or mark.form is TitleForm.RETRACTED) and not _ABOUT_ANOTHER.match(plain_text(title))
    return plain if long_enough and own else ""


def author_key(name: str) -> frozenset[str]:
    """The words of an author's name that are no initials; empty where nothing is known.

    Serves for ``Galiè N``, ``N. Galiè`` and ``Nazzareno Galiè`` alike: two spellings of one name share a word.
    """
    parts = plain_text(name).replace(",", " ").split()
    if len(parts) > 1 and re.fullmatch(r"[A-Z](?:[.-]?[A-Z]){0,2}\.?", parts[-1]):
        parts = parts[:-1]
    words = (word for part in parts for word in _WORDS.findall(latin_letters(part)))
    return frozenset(re.sub(r"(?<=[aou])e", "", word) for word in words if len(word) > 1)


def _title_words(title: str) -> list[str]:
    mark = title_mark(plain := plain_text(title))
    return _WORDS.findall(latin_letters(mark.rest if mark and mark.form is TitleForm.RETRACTED else plain))
