"""Whether a cited article has the words that a sentence quotes of it, and says what the sentence says.

What belongs here: from sentences and the texts that can be read to verdicts and findings, without a language model.
Little is claimed: a sentence is supported where the verifier of written answers lets it stand on a sentence of the
source, contradicted where only its numbers are others, and unheard of where nothing in the source is near it. All else
is left to the reader, with the closest sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from ...domain.outcomes import PermanentFailure
from ...domain.questions.question_answering import AnswerFault, QuestionFrame, QuestionKind
from ...domain.records.articles import Article
from ...domain.records.full_text import FullText
from ...ranking.models.embedders import minilm
from ...reading.reader_protocol import BUNDLED
from ...reading.verifier.cited_places import SHORTEST_QUOTE, find_quote
from ...reading.verifier.claim_clauses import claim_stems, plain
from ...reading.verifier.written_sentences import ClaimRefused, QuotedWords, check_claim
from ...rules.language.sentences import abstract_sentences, sentences
from ...sources.literature.full_text_ladder import ABSTRACT
from ...text.numbers import numbers
from .checked_references import CheckedClaim, CheckFinding, CitingSentence, ClaimVerdict, FindingKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

ORDINARY: Final = Path(__file__).with_name("ordinary_articles.safetensors")
UNHEARD: Final = 2.7
"""Nearness below which an article says nothing of a sentence; ``docs/check.md`` has what was measured."""
_AXES: Final = 32
"""Directions in which the spread of ordinary articles is kept; 64 and 128 tell no more."""
_COMPARED, _VERIFIED = 5, 3
"""Sentences of an article that are embedded for a claim, by the words they share; and that it is verified against."""
_OTHER_NUMBERS = "with other numbers in the same words"
_QUOTED = re.compile(r"[“\"«]\s*([^“”\"«»]+?)\s*[”\"»]")
_LEFT_OUT = re.compile(r"\s*(?:\[?(?:\.\s?\.\s?\.|…)\]?|\[[^\]]*\])\s*")
"""What a quotation leaves out or puts in, in the form that quotations have for it."""
_FEWEST_WORDS = 4
"""Of a quotation; fewer are a term in quotation marks."""
_ALTERED = 0.75
"""Share of a quotation's words in the source's order, from which it is that passage in other words."""
_SPREAD = 2
"""Words of the source, for each of the quotation's, that these may be spread over."""
_WORD = re.compile(r"\w+")


class SourceText(NamedTuple):
    """What can be read of an article."""

    read: str
    """``full text`` or ``abstract``."""
    text: str
    abstract: str
    """Title and abstract; the title alone where there is no abstract."""
    sentences: tuple[str, ...]


def source_text(article: Article, full: FullText | None) -> SourceText | None:
    """The text of an article; ``None`` where only its title is known."""
    abstract = f"{article.title}\n{article.abstract}"
    own = [article.title, *(sentence.text for sentence in abstract_sentences(article))]
    if full is not None and full.text and full.source not in ("", ABSTRACT):
        body = [sentence.text for sentence in sentences(full.text)]
        return SourceText("full text", f"{article.text}\n{full.text}", abstract, tuple(dict.fromkeys([*own, *body])))
    return SourceText("abstract", abstract, abstract, tuple(own)) if article.abstract else None


@dataclass(frozen=True)
class OrdinaryArticles:
    """Where the vectors of articles on drugs and diseases lie by the bundled encoder, d = 384 numbers each.

    Some sentences are near to every article, others to none: how near one is to an article tells something only beside
    how near it is to others.

    Args:
        mean: of the articles, shape (d,).
        axes: the directions in which they differ most, as long as their standard deviation; shape (axes, d).
        rest: their variance in any other direction.
    """

    mean: NDArray[np.float32]
    axes: NDArray[np.float32]
    rest: float

    @classmethod
    def fitted(cls, vectors: NDArray[np.float32]) -> OrdinaryArticles:
        """Of some thousand articles; ``vectors`` of shape (articles, d)."""
        variances, directions = np.linalg.eigh(np.cov(vectors.T))
        axes = (directions[:, -_AXES:] * np.sqrt(variances[-_AXES:])).T
        return cls(vectors.mean(0), axes.astype(np.float32), float(variances[:-_AXES].mean()))

    def nearness(self, claim: NDArray[np.float32], article: NDArray[np.float32], closest: float) -> float:
        """How much nearer a sentence is to an article and its ``closest`` sentence (a cosine) than to an ordinary
        article: the mean of both, in standard deviations of the latter. 0 is as near as any."""
        nearer = (closest + float(claim @ article)) / 2 - float(claim @ self.mean)
        return nearer / float(np.sqrt(np.sum((self.axes @ claim) ** 2) + self.rest))

    def save(self, path: Path = ORDINARY) -> None:
        """Write the file that ``ordinary_articles`` loads."""
        from safetensors.numpy import save_file  # noqa: PLC0415

        save_file({"mean": self.mean, "axes": self.axes, "rest": np.array([self.rest], np.float32)}, path)


@cache
def ordinary_articles() -> OrdinaryArticles:
    """Those of the package, which ``scout eval train`` writes.

    Raises:
        PermanentFailure: the file cannot be read.
    """
    from safetensors import SafetensorError  # noqa: PLC0415
    from safetensors.numpy import load_file  # noqa: PLC0415

    try:
        given = load_file(ORDINARY)
        return OrdinaryArticles(given["mean"], given["axes"], float(given["rest"][0]))
    except (OSError, SafetensorError, KeyError) as error:
        raise PermanentFailure(f"The file {ORDINARY} cannot be read ({error}); install the package again.") from error


class ClaimReader:
    """Reads sentences against the texts of what they cite, by the bundled encoder whatever the settings name."""

    def read(
        self, cited: Sequence[tuple[CitingSentence, str]], texts: Mapping[tuple[str, str], SourceText | None]
    ) -> list[CheckedClaim]:
        """One verdict for each sentence with the label of one reference; ``texts`` are by file and label."""
        sources = [texts.get((sentence.file, label)) for sentence, label in cited]
        near_each = [nearest(sentence.claim, source) for (sentence, _), source in zip(cited, sources, strict=True)]
        whole = [source.abstract for source in sources if source]
        written = list(dict.fromkeys([*(s.claim for s, _ in cited), *whole, *(t for near in near_each for t in near)]))
        vectors = dict(zip(written, minilm().embed_documents(written), strict=True)) if written else {}
        claims = []
        for (sentence, label), near in zip(cited, near_each, strict=True):
            source = texts.get((sentence.file, label))
            if source is None:
                claims.append(_unread(sentence, label))
                continue
            claim = vectors[sentence.claim]
            ranked = sorted(((float(np.dot(claim, vectors[text])), text) for text in near), reverse=True)
            nearness = ordinary_articles().nearness(claim, vectors[source.abstract], ranked[0][0])
            claims.append(_verdict(sentence, label, source.read, ranked, unheard=nearness < UNHEARD))
        return claims


def nearest(claim: str, source: SourceText | None, most: int = _COMPARED) -> list[str]:
    """The sentences of a source that share most words with a claim, for the number of their own."""
    if source is None:
        return []
    own = claim_stems(plain(claim))
    stems = [
        (len(own & has) / (8 + len(has)), text) for text in source.sentences for has in (claim_stems(plain(text)),)
    ]
    return [text for _, text in sorted(stems, key=lambda pair: -pair[0])[:most]]


def _unread(sentence: CitingSentence, label: str) -> CheckedClaim:
    reason = "Neither its abstract nor its full text could be read."
    return CheckedClaim(sentence=sentence, label=label, verdict=ClaimVerdict.UNREAD, reason=reason)


def _verdict(
    sentence: CitingSentence, label: str, read: str, ranked: Sequence[tuple[float, str]], *, unheard: bool
) -> CheckedClaim:
    likeness, closest = ranked[0]
    verdict, reason = ClaimVerdict.OPEN, ""
    for _, text in ranked[:_VERIFIED]:
        rounded = _is_rounded(sentence.claim, text)
        if not rounded and _differs_in_numbers_alone(sentence.claim, text):
            verdict, closest, reason = ClaimVerdict.OTHERWISE, text, _OTHER_NUMBERS
            break
        fault = _fault(sentence.claim, text)
        if fault is None:
            verdict, closest = ClaimVerdict.SUPPORTS, text
            break
        if not rounded and fault.kind is AnswerFault.NUMBER and _fault(_without_numbers(sentence.claim), text) is None:
            verdict, closest, reason = ClaimVerdict.OTHERWISE, text, _OTHER_NUMBERS
    if verdict is ClaimVerdict.OPEN and unheard and len(sentence.labels) == 1:
        verdict, reason = ClaimVerdict.NOTHING, f"No sentence of the {read} is near it."
    return CheckedClaim(
        sentence=sentence,
        label=label,
        verdict=verdict,
        read=read,
        closest=closest,
        likeness=round(likeness, 3),
        reason=reason,
        read_by=BUNDLED,
    )


def _fault(claim: str, source: str) -> ClaimRefused | None:
    frame = QuestionFrame(text=claim, kind=QuestionKind.OPEN)
    try:
        check_claim(claim, [QuotedWords(source)], frame)
    except ClaimRefused as refused:
        return refused
    return None


def _differs_in_numbers_alone(claim: str, source: str) -> bool:
    """Whether both are one sentence but for their numbers, of whatever length."""
    own, other = (_WORD.findall(plain(text)) for text in (claim, source))
    bare, other_bare = (_WORD.findall(plain(_without_numbers(text))) for text in (claim, source))
    return own != other and len(bare) >= _FEWEST_WORDS and bare == other_bare


def _is_rounded(claim: str, source: str) -> bool:
    """Whether each number of a claim is one of the source's, or one of these with fewer digits behind its point."""
    own, others = numbers(claim), [number.value for number in numbers(source)]
    digits = [len(claim[n.start : n.end].partition(".")[2]) for n in own]
    return all(
        any(abs(number.value - other) <= 0.5 * 10**-places for other in others)
        for number, places in zip(own, digits, strict=True)
    )


def _without_numbers(claim: str) -> str:
    for number in reversed(numbers(claim)):
        claim = f"{claim[: number.start]} {claim[number.end :]}"
    return " ".join(claim.split())


# ------------------------------------------------------------------------------------------------ quotations
def quotations(text: str) -> list[str]:
    """What a sentence quotes word for word."""
    return [quoted for quoted in _QUOTED.findall(text) if len(quoted.split()) >= _FEWEST_WORDS]


def quotation_findings(sentence: CitingSentence, texts: Sequence[SourceText | None]) -> Iterator[CheckFinding]:
    """Quotations that stand in none of the cited texts. What only an abstract was read of may stand in the rest."""
    read = [text for text in texts if text is not None]
    for quoted in quotations(sentence.text) if read else ():
        if any(_stands(quoted, source.text) for source in read):
            continue
        whole = all(source.read == "full text" for source in read) and len(read) == len(texts)
        share, near = max((_closest_passage(quoted, source) for source in read), default=(0.0, ""))
        if share >= _ALTERED:
            kind = FindingKind.ALTERED_QUOTATION
            where = "source" if whole else "abstract"
            yield CheckFinding.of(kind, sentence, f"The {where} has other words than the quotation “{quoted}”.", near)
        elif whole:
            says = f"The quotation “{quoted}” is not in the full text of what is cited."
            yield CheckFinding.of(FindingKind.MISSING_QUOTATION, sentence, says)


def _stands(quoted: str, text: str) -> bool:
    """Whether all parts of a quotation stand in a text; its first letter and its last stop may be the writer's own."""
    parts = [part.strip(" .,;:") for part in _LEFT_OUT.split(quoted)]
    wanted = [part for part in parts if len(part) >= SHORTEST_QUOTE] or parts
    return all(find_quote(part, text) or find_quote(part[:1].swapcase() + part[1:], text) for part in wanted if part)


def _closest_passage(quoted: str, source: SourceText) -> tuple[float, str]:
    """The sentence that has most of a quotation's words in their order and near each other, and their share."""
    words = _WORD.findall(plain(quoted))
    likely = sorted(source.sentences, key=lambda text: -len(set(_WORD.findall(plain(text))) & set(words)))[:_VERIFIED]
    shares = []
    for text in likely:
        matcher = SequenceMatcher(None, words, _WORD.findall(plain(text)), autojunk=False)
        blocks = [block for block in matcher.get_matching_blocks() if block.size]
        spread = blocks[-1].b + blocks[-1].size - blocks[0].b if blocks else 0
        share = sum(block.size for block in blocks) / max(1, len(words))
        shares.append((share if spread <= _SPREAD * len(words) else 0.0, text))
    return max(shares, default=(0.0, ""))


def claim_findings(claims: Sequence[CheckedClaim]) -> Iterator[CheckFinding]:
    """What is wrong with sentences by the verdicts on them."""
    for claim in claims:
        if claim.verdict is ClaimVerdict.OTHERWISE:
            how = claim.reason or f"as {claim.read_by} reads it"
            says = f"“{claim.sentence.claim}”: [{claim.label}] says otherwise, {how}."
            yield CheckFinding.of(FindingKind.SAYS_OTHERWISE, claim.sentence, says, claim.closest)
        elif claim.verdict is ClaimVerdict.NOTHING:
            says = f"The {claim.read} of [{claim.label}] says nothing of “{claim.sentence.claim}”."
            yield CheckFinding.of(FindingKind.SAYS_NOTHING, claim.sentence, says, claim.closest)
