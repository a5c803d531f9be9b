"""Words on what drug labels say of a drug, and on candidates held against them.

What belongs here: sentences and names of places. Nothing here lays out.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...domain.monographs.reported_facts import LabelCheck, LabelCheckKind, LabelFactKind, LabelQuote
from . import common_words

NO_LABEL = "No label of the drug is held in full, so none of its facts are told here."
CHECK_TITLES = {
    LabelCheckKind.CONTRAINDICATED: "a label forbids it",
    LabelCheckKind.DOSE_ABOVE: "a dose far above the labels'",
}


def place(quote: LabelQuote) -> str:
    """Where words of a label stand: source, label, section, page and characters."""
    section = " ".join(filter(None, (quote.number, quote.title))) or quote.section.value.replace("_", " ")
    page = f", page {quote.page}" if quote.page else ""
    dated = f" of {quote.effective}" if quote.effective else ""
    return f"{quote.source}, {quote.set_id}{dated}, {section}{page}, characters {quote.start}–{quote.end}"


def same_in(quote: LabelQuote) -> str:
    """In how many labels the words stand; empty for one."""
    return f"; the same in {quote.same_in} labels" if quote.same_in > 1 else ""


def unsaid(kinds: Sequence[LabelFactKind], labels: int) -> str:
    """What no label says; empty where there is nothing."""
    if not kinds:
        return ""
    held = "the label held" if labels == 1 else f"any of the {labels} labels held"
    return f"Not found in {held}: {'; '.join(kind.value for kind in kinds)}."


def check_sentence(check: LabelCheck) -> str:
    """What a check found, in one sentence."""
    if check.daily is None or check.label_daily is None:
        return "A label of the drug forbids it in this disease."
    times = check.daily / check.label_daily
    return (
        f"A study gave {_milligrams(check.daily)} a day, {times:.1f} times the highest dose a day that a label names "
        f"({_milligrams(check.label_daily)})."
    )


def _milligrams(amount: float) -> str:
    return f"{amount:,.10g} mg"


def listed_text(quote: LabelQuote) -> str:
    """Words of a label on one line."""
    return common_words.shorten(" ".join(quote.text.split()), LONGEST)


LONGEST = 700
"""Characters of a label's words shown; the rest stands at the place named."""
