"""Whether a cited article has the words that a sentence quotes of it, and says what the sentence says.

What belongs here: from sentences and the texts that can be read to verdicts and findings, by the bundled reader, or by
a language model: what it is asked, and what of its answer stands. What it does not copy from the article is no verdict;
a call that fails leaves the verdict of the bundled reader, with the reason.

Little is claimed: a sentence is supported where the verifier of written answers lets it stand on a sentence of the
source, contradicted where only its numbers are others, and unheard of where the source is hardly nearer to it than any
article. All else is left to the reader, with the closest sentence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import numpy as np

from ...domain.model_calls import Message
from ...domain.outcomes import ScoutError
from ...domain.questions.question_answering import AnswerFault, QuestionFrame, QuestionKind
from ...domain.records.articles import Article
from ...domain.records.full_text import FullText
from ...language_models.language_model import LanguageModel
from ...language_models.model_request import ModelRequest, object_schema
from ...language_models.prompts import prompt
from ...ranking.models.embedders import minilm
from ...reading.reader_protocol import BUNDLED
from ...reading.verifier.cited_places import SHORTEST_QUOTE, find_quote, place_of
from ...reading.verifier.claim_clauses import claim_stems, plain
from ...reading.verifier.written_sentences import ClaimRefused, QuotedWords, check_claim
from ...rules.language.instructions import gives_orders
from ...rules.language.sentences import abstract_sentences, sentences
from ...sources.literature.full_text_ladder import ABSTRACT
from ...text.numbers import numbers
from .checked_references import CheckedClaim, CheckFinding, CitingSentence, ClaimVerdict, FindingKind
from .ordinary_articles import ordinary_articles

UNHEARD = 1.7
"""Nearness below which an article says nothing of a sentence; ``docs/check.md`` has what was measured."""
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
    sentences: tuple[str, ...]
    """The title first."""


def source_text(article: Article, full: FullText | None) -> SourceText | None:
    """The text of an article; ``None`` where only its title is known."""
    own = [article.title, *(sentence.text for sentence in abstract_sentences(article))]
    if full is not None and full.text and full.source not in ("", ABSTRACT):
        body = [sentence.text for sentence in sentences(full.text)]
        return SourceText("full text", f"{article.text}\n{full.text}", tuple(dict.fromkeys([*own, *body])))
    return SourceText("abstract", f"{article.title}\n{article.abstract}", tuple(own)) if article.abstract else None


def read_claims(
    cited: Sequence[tuple[CitingSentence, str]], texts: Mapping[tuple[str, str], SourceText | None]
) -> list[CheckedClaim]:
    """One verdict for each sentence with the label of one reference; ``texts`` are by file and label.

    Vectors are the bundled encoder's, whatever the settings name.
    """
    near_each = [nearest(sentence.claim, texts.get((sentence.file, label))) for sentence, label in cited]
    titles = [source.sentences[0] for source in texts.values() if source]
    written = list(dict.fromkeys([*(s.claim for s, _ in cited), *titles, *(t for near in near_each for t in near)]))
    vectors = dict(zip(written, minilm().embed_documents(written), strict=True)) if written else {}
    claims = []
    for (sentence, label), near in zip(cited, near_each, strict=True):
        source = texts.get((sentence.file, label))
        if source is None:
            reason = "Neither its abstract nor its full text could be read."
            claims.append(CheckedClaim(sentence=sentence, label=label, verdict=ClaimVerdict.UNREAD, reason=reason))
            continue
        claim = vectors[sentence.claim]
        ranked = sorted(((float(np.dot(claim, vectors[text])), text) for text in near), reverse=True)
        nearness = ordinary_articles().nearness(claim, vectors[source.sentences[0]], ranked[0][0])
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
        verdict = ClaimVerdict.NOTHING
        reason = (
            f"Neither the title nor the closest sentence of the {read} is nearer to it than articles ordinarily are."
        )
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


# ------------------------------------------------------------------------------------------------ by a model
PURPOSE = "claim"
MOST_SENTENCES = 60
"""Of an article that are shown, by the words they share with the claim."""
MAX_TOKENS = 1024
_ASKED = [verdict.value for verdict in ClaimVerdict if verdict is not ClaimVerdict.UNREAD]
SCHEMA = object_schema(verdict={"type": "string", "enum": _ASKED}, number={"type": "integer"}, words={"type": "string"})


def read_by_model(
    model: LanguageModel,
    claims: Sequence[CheckedClaim],
    texts: Mapping[tuple[str, str], SourceText | None],
) -> Iterator[CheckedClaim]:
    """The claims as the model reads them, in their order; those whose article cannot be read are left as they are.

    Raises:
        BudgetExceeded: the budget is spent.
    """
    shown: list[list[str]] = []  # the article's sentences that may help, in their order, none that orders software
    for claim in claims:
        source = texts.get((claim.sentence.file, claim.label))
        near = set(nearest(claim.sentence.claim, source, MOST_SENTENCES))
        shown.append([t for t in (source.sentences if source else ()) if t in near and not gives_orders(t)])
    requests = [_request(claim, few) for claim, few in zip(claims, shown, strict=True) if few]
    answers = iter(model.ask_many(requests) if requests else [])
    for claim, few in zip(claims, shown, strict=True):
        yield _verified(claim, next(answers), few, model.named) if few else claim


def _request(claim: CheckedClaim, few: Sequence[str]) -> ModelRequest:
    numbered = [{"number": number, "text": text} for number, text in enumerate(few, 1)]
    message = json.dumps({"claim": claim.sentence.claim, "sentences": numbered}, ensure_ascii=False)
    return ModelRequest(PURPOSE, prompt(PURPOSE), (Message.user(message),), SCHEMA, MAX_TOKENS)


def _verified(
    claim: CheckedClaim, answer: Mapping[str, Any] | ScoutError, few: Sequence[str], read_by: str
) -> CheckedClaim:
    if isinstance(answer, ScoutError):
        return claim.model_copy(update={"reason": f"{claim.reason} No answer of {read_by}: {answer}".strip()})
    verdict, number, words = (answer[name] for name in SCHEMA["required"])
    sentence = few[number - 1] if isinstance(number, int) and 1 <= number <= len(few) else ""
    update: dict[str, Any] = {"verdict": ClaimVerdict.OPEN, "read_by": read_by, "reason": ""}
    if verdict not in _ASKED:
        update["reason"] = f"{read_by} gave no verdict that was asked for."
    elif not sentence or not isinstance(words, str) or place_of(words, sentence) is None:
        update["reason"] = f"The words that {read_by} copied are not in the sentence it named."
    else:
        update |= {"verdict": ClaimVerdict(verdict), "closest": sentence}
    return claim.model_copy(update=update)
