"""Whether a study gave the drug to all of its people, so that what it measured is an effect of something else.

What belongs here: reading that from the title, and from what is given with placebo. A drug that is one part of a fixed
combination, or whose doses are compared, is of this kind: the difference between the arms is not the drug.
"""

from __future__ import annotations

import re

from ..language.mentions import DRUG, ArticleReader

_ON = r"(?:(?!\.\s)[^:;])*"
"""Further words of the same clause of a title."""
_ROUTE = "(?:oral|intravenous|subcutaneous|intramuscular|intranasal|inhaled|rectal|transdermal|epidural)"
_PROCEDURE = "(?:electroconvulsive|radio|photo|physio|psycho|behavio|cognitive|exercise|surg)"
"""The beginning of what is done to people, which leaves the drug the only agent."""
_IN_BOTH_ARMS = re.compile(
    rf"""{DRUG}{_ON}(?:(?<!patients\ )(?<!subjects\ )(?<!people\ )(?<!women\ )(?<!adults\ )
        \bwith(?:\ (?:or|and)\ |/)without\b|±)
    |\b(?:added|addition|adding|additives?)\b{_ON}\bto\b{_ON}{DRUG}
    |{DRUG}{_ON}\b(?:versus|vs\.?|compared\ with)\ (?!placebo\b){_ON}{DRUG}
    |\bcomparison\ of\ {_ON}{DRUG}{_ON}\band\ (?:[\w-]+\ ){{0,4}}{DRUG}
    |{DRUG}\ alone\b|\b(?:than|versus|vs\.?|to|with|or|and)\ {DRUG}\ monotherapy
    |{DRUG}\ monotherapy\ (?:or|and|versus|vs|with|compared)\b
    |\b(?:serum|plasma|urinary)\ {DRUG}|{DRUG}\ (?:levels?|concentrations?|guid)|\bresistance\ to\ {DRUG}
    |\b(?:repeat(?:ed)?|second)\ dose\ of\ {DRUG}|\breduc\w+\ {DRUG}\ (?:treatment|use|prescri)
    |{DRUG}{_ON}\bcompared\ (?:to|with)\ monotherapy|^(?!{_ON}\b(?:versus|vs)\b){_ON}
        \bin\ combination\ with\ (?:[\w-]+,\ ){{0,4}}(?:[\w-]+\ and\ |and\ )?{DRUG}
    |\b{_ROUTE}\ (?:versus|vs\.?|or)\ {_ROUTE}\ {DRUG}
    |\b(?:halving|doubling|tapering|withdrawal|discontinuation|augments?)\b{_ON}\bof\ (?:the\ )?{DRUG}
    |{DRUG},?\ \d{_ON}\bor\ \d|\b(?:combined|dual|fixed-dose)\b{_ON}{DRUG}(?!\ (?:and|with)\ {_PROCEDURE})
    |^(?!{_ON}\b(?:versus|vs)\b){_ON}{DRUG}{_ON}\b(?:dual|combination)\ therapy
    |\bdelayed[ -]start\b|\bin\ (?:[\w-]+\ )?users\ of\ (?:[\w-]+\ )?{DRUG}
    |{DRUG}\ (?:er|sr|xr|ir)\ (?:versus|vs\.?)\ (?:er|sr|xr|ir)\b
    |^(?!{_ON}\b(?:versus|vs|compared|placebo)\b){_ON}\bin\ (?:[\w-]+\ )?(?:patients|women|men|children|adults)
        \ (?:receiving|taking|treated\ with|on)\ {DRUG}{_ON}\bfor\b
    |^(?!{_ON}\b(?:reduc|improv|prevent)){_ON}\bduring\ (?:long-term\ )?(?:treatment|therapy)\ with\ {DRUG}
    |{DRUG}-[a-z]{{5,}}\ (?:plus|\+)\ |\banti-?{DRUG}|/{DRUG}\ (?:antibod|ab\b)|{DRUG}\ concentrations\ predict
    |{DRUG}(?:\ \w{{2,6}})?\ ?/\ ?[a-z]{{5}}|[a-z]{{5}}\ ?/\ ?{DRUG}
    |{DRUG}[ -](?:induced|associated|related|pain
        |injection(?!\ (?:reduc|improv|prevent|reliev|versus|vs|compared|treatment))
        |sedation|dos(?:e|es|ing|age)\b)(?!{_ON}placebo)""",
    re.VERBOSE,
)
"""The title of an article that gives the drug to all, and measures something else."""


def given_to_all(reader: ArticleReader) -> bool:
    """Whether drug and comparator of a study both hold the drug."""
    title = reader.mask(reader.article.title)
    if _IN_BOTH_ARMS.search(title):
        return True
    reader.mask(reader.article.abstract)
    return False
