"""The words and numbers by which abstracts tell effects: patterns of ``effect_reading``.

What belongs here: patterns over the text as it stands, so that every match keeps its place in it.
"""

from __future__ import annotations

import re

from .arm_names import NO_TREATMENT

_FLAGS = re.IGNORECASE | re.VERBOSE

NUMBER = (
    r"(?:(?<![\w.·)%])[-+−–]|(?<==\s)[-−–]\s|(?<![\d%]\s)(?<![\w.·)%])−\s)?(?:\d{1,3}(?:,\d{3})+|\d+)(?:[.·]\s?\d+)?"
    r"|(?<![\w.·)%])[-+−–]?[.·]\d+"
)
"""A number, with its sign, a comma for thousands, and a dot of either kind."""
_UNIT = r"""(?:\s?(?:%|per\s?cent\b)|[\s-]?(?:mm\s?Hg|(?:micro\s?|m)mol(?:/l|\sx\sl(?:\(-1\))?)?|mg/dl|mg|kg
    |(?:g|ml)/m(?:2|²|\(2\))|g|mm|cm|ml/min|ml|m
    |min(?:utes?)?|months?|days?|weeks?|years?|hours?|h|seconds?|sec|s|points?|episodes?|attacks?|events?
    |beats/min(?:ute)?|bpm|litres?|L|U(?:/d)?)(?![\w]|-[A-Za-z]))?"""
_UNIT_OF_MEAN = (
    r"\s(?:mm\s?Hg|kg|cm|mm|ml|min(?:utes?)?|months?|days?|weeks?|years?|hours?|h|seconds?|sec|s|points?)(?![\w])"
)
"""The unit of a mean whose spread stands in a bracket: "17.3 (14.7) min"."""
_SPREAD = rf"(?:\s*(?:\+/-|±)\s*(?:{NUMBER})%?|\s?\((?:\+/-|±)\s?(?:{NUMBER})%?\))?"
_NAME_OF_SPREAD = r"(?:\s?[(\[](?:SD|SEM?)[)\]])?"

_TENS = r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
_NUMBER_WORD = (
    rf"(?:{_TENS}(?:-(?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven"
    rf"|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    r"|eighteen|nineteen|none)"
)
ARM_VALUE = re.compile(
    rf"""(?<![\w.·/])(?<![A-Za-z]-)(?:
        (?:(?:\d[\d,]*|{_NUMBER_WORD}(?=\s(?:out\s)?of))(?:\s?/\s?
        |\s(?:\([^()]*\)\s)?(?:out\s)?of\s(?:the\s)?)\d[\d,]*|(?:{NUMBER}|{_NUMBER_WORD}))
        (?:\s(?:patients|subjects|participants|women|men))?
        ,?\s?[(\[]\s?(?P<share>\d+(?:[.·]\d+)?)\s?%\s?(?:[)\]]|(?=[;,]))(?:\sof\s(?:the\s)?\d+)?
        |(?P<spelt>{_NUMBER_WORD}\sper\s?cent\b)
        |(?P<count>(?:\d+
        |{_NUMBER_WORD})(?:\s(?:patients|subjects|participants|women|men
        |children))?\s(?:out\s)?of\s(?:the\s)?\d+\b
            (?!\s?(?:[a-z]+\s)?[(\[]?\s?\d|[.·]\d|\s?%))
        |(?P<of_size>\d+(?:[.·]\d+)?\s?%)\sof\s(?:the\s)?\d+(?=\s[a-z])
        |(?P<number>(?:(?<=change\s)[-−–]\s)?(?:{NUMBER}))(?P<unit>{_UNIT}){_SPREAD}{_NAME_OF_SPREAD}(?P<unit_after>{_UNIT})
        (?:\s?[(\[](?:(?:IQR|range|interquartile\srange)[,:]?\s)?(?:{NUMBER})\s?(?:-|–
        |to\s)\s?(?:{NUMBER})[)\]](?P<unit_later>{_UNIT})
        |,?\sIQR[,:]?\s(?:{NUMBER})\s?(?:-|–|to)\s?(?:{NUMBER})(?P<unit_last>{_UNIT})
        |\s?\((?:SD\s|SEM?\s)?(?:{NUMBER})\)(?P<unit_of_mean>{_UNIT_OF_MEAN}))?
        (?:\sper\s(?:1,?0{{1,5}}\s)?(?:person|patient|woman)[\s-]years?)?
        (?:/(?:{NUMBER}){_SPREAD}{_UNIT}|/(?:day|night|week|month|year)\b
        |\s?\(\w+(?:\s?/\s?|\sof\s)\w+\))?(?!\s?[)\]]?\s?of\s\d)(?![\w·]|\.\d|/\d)
    )""",
    _FLAGS,
)
"""What one arm reached: "6 (10%)", "30 of 34 patients (88%)", "71%", "3.9 days", "136 +/- 12 mg/dl"."""
SHARE_AFTER = re.compile(r"[^();,.\d]{0,70}\s\(\s?\d+(?:[.·]\d+)?\s?(?:%|per\s?cent)\s?\)", re.IGNORECASE)
"""After a count whose share follows the name of its arm: "twelve of 90 given zelavir (13%)"."""
SHARE_LATER = re.compile(r"[^();,.\d]{1,70}\s[(\[]\s?\d+(?:[.·]\d+)?\s?%", re.IGNORECASE)
"""After a fraction whose share stands behind its arm: "82/212 in the zelavir group (39%)"."""
DOSE_AFTER = re.compile(
    r"[\s-]?(?:mg|µg|mcg|microg(?:rams?)?|units?|U)\b(?!/dl)(?:\s?/\s?(?:d|day|kg)\b)?", re.IGNORECASE
)
DOSES_ARE = re.compile(r"\bdos(?:es?|ages?)(?:,|:|\s(?:of|was|were))?\s$", re.IGNORECASE)
"""Before two values that are doses."""
FLUID_AFTER = re.compile(
    r"(?:\s?%)?\s(?:normal\s)?(?:saline|NaCl|sodium\schloride|dextrose|glucose|solution)\b", re.IGNORECASE
)
"""After a strength or an amount of a fluid."""
PER_DAY = re.compile(
    r"(?:[\s-]?(?:mg|µg|mcg|microg(?:rams?)?|units?|U))?\s?(?:/\s?(?:d|day|kg)\b|kg\(-1\))", re.IGNORECASE
)
NO_ARM_BEFORE = re.compile(
    r"""(?:\b(?:weeks?|months?|days?|years?|visit|stage|grade|phase|type|n|df|age[ds]?|trial|group|dose|doses
    |(?:SD|SEM?),?|first|last|every|baseline|under|than|for|over
        |within|during|at|after|in|(?<!compared\s)to|[Gg]roups?|least|from|about\sa|[pP]|part|level
        |hours?)\s?[=:]?\s?|(?<=\W)n\s?=?\s?|(?:[<>≤≥±]|(?<!mean\s)=
        |\+/-)\s?|[A-Za-z]\(|\d\s?[\[(]\s?|\([pP]\s?[=<>][^()]*|\bCI\b[^()]{0,6}|95\s?%\s?)$""",
    re.VERBOSE,
)
"""What stands before a number that is no result of an arm: a time, a count of people, a p value, a start."""
THRESHOLD = re.compile(
    r"(?<!\d\s)(?:(?<=[a-z≥]\s)|(?<=\())(?:20|25|30|40|50|70|75|80|90)\s?%"
    r"(?=\s(?:or\s(?:more|greater)\s)?(?:reduction|response|improvement|decrease"
    r"|responders?|(?:pain\s)?relief)\b)",
    re.IGNORECASE,
)
"""A share that defines a response: "a 50% reduction of attacks"."""
BEFELL_IN = re.compile(
    r"\b(?:(?:occurred|observed|seen|noted|recorded|reported|detected|found|developed|present|needed|necessary)\sin"
    r"|(?:patients?|group)\s(?:and|compared\s(?:with|to)|versus|vs\.?)\sin)\s$",
    re.IGNORECASE,
)
"""Before how many something befell: "occurred in 6 patients"."""
COUNTED = re.compile(r"\s(?:patients?|subjects|women|men|children|participants|infants|eyes)\b", re.IGNORECASE)
PEOPLE_OF_ARM = re.compile(
    r"\b(?:randomi[sz]ed|assigned|allocated|enrol\w+|recruited|included|received|completed|withdr\w+"
    r"|evaluable|analy[sz]ed|available)\b",
    re.IGNORECASE,
)
"""Beside a count of the people who took part."""
TIME_UNIT = re.compile(r"(?:min(?:ute)?s?|months?|days?|weeks?|years?|hours?|h|s(?:econds?)?|sec)$", re.IGNORECASE)
PRESSURES = re.compile(r"\b(?:blood\spressures?|BP|SBP)\b|\bmm\s?Hg\b", re.IGNORECASE)
"""In a sentence in which "15/14" is a systolic and a diastolic pressure."""
PER_CENT = re.compile(r"%|per\s?cent\b", re.IGNORECASE)
START_BETWEEN = re.compile(rf"\bfrom\s(?:{NUMBER})")
"""Between the values of two arms: that of the second at the start."""
FROM_PLACEBO = re.compile(
    rf"\bfrom\s(?P<first>(?:{NUMBER}){_UNIT}{_SPREAD})\s(?:on|with|during|after|under)"
    rf"\s(?:the\s)?(?:placebo|control)\s(?:\w+\s)?"
    rf"to\s(?P<second>(?:{NUMBER}){_UNIT}{_SPREAD})\s(?:on|with|during|after|under)\s",
    _FLAGS,
)
"""What people reached on placebo and then on something else."""
RATE_FROM_TO = re.compile(
    rf"\b(?:rates?|incidence|risk|mortality|frequency|proportion|prevalence)\b[^;:()]{{0,90}}\sfrom"
    rf"\s(?P<first>(?:{NUMBER})\s?%)\sto\s"
    rf"(?P<second>(?:{NUMBER})\s?%)",
    re.IGNORECASE,
)
MEASURED = rf"(?:{NUMBER}){_UNIT}{_SPREAD}{_UNIT}"
"""A number with its unit and spread."""
BETWEEN_GROUPS = re.compile(
    r"\bbetween[\s-](?:the\s)?(?:two\s)?(?:groups?|arms|treatments)\b|\bfor\s(?:the\s)?(?:difference|interaction)\b",
    re.IGNORECASE,
)
"""Beside a p value of two arms, and not of a change in one."""
CHANGE_VERB = re.compile(
    r"\b(?:decreas|increas|fell|fall|rose|ris|drop|prolong|shorten|lengthen|declin|improv|reduc|chang|went"
    r"|lower|rais|reduction)\w*[^.;]{0,90}$",
    re.IGNORECASE,
)
TO_ITS_ARM = re.compile(
    r"(?:\s[a-zA-Zµ%/]{1,12})?(?:\s\([^()]{0,25}\))?\s(?:in|with|on|for|of|after|during|among|under)"
    r"\s(?:(?:the|those|patients|subjects|participants"
    r"|women|men|children|given|receiving|taking|treated|with|on)\s)*"
)
"""From the second of two values to the arm it is of."""
COMPARED_PAIR = re.compile(r"\bcompared\s(?:with|to)\s[-−+]?\d", re.IGNORECASE)
"""Between two values of which the second is another arm's, if that is named right after it."""
COMPARED_ASIDE = re.compile(r",\s(?:as\s|when\s)?compared\s(?:with|to)\s(?:the\s)?", re.IGNORECASE)
"""Between two arms of which the second stands in commas."""
JOINS = re.compile(r"\b(?:v\b\.?|vs\b\.?|versus|compared|comparison|than|against)(?=\W|$)", re.IGNORECASE)
OF_EACH_ARM = re.compile(
    r"\b(?:in|within)\s(?:both|each)\b|\bwithin\s(?:or|and)\sbetween\b"
    r"|\b(?:remained\s|was\s|were\s)unchanged\b|\bdid\snot\schange\b",
    re.IGNORECASE,
)
"""A change in time in an arm."""
CHANGED = re.compile(r"\b(?:decreased|increased|fell|rose|dropped|declined)\b", re.IGNORECASE)
EACH_FOR_AN_ARM = re.compile(
    r"^[^;]{0,40}\b(?:for|with|in|on)\s(?:the\s)?(?:placebo|controls?)\s(?:group\s)?and\s\d", re.IGNORECASE
)
"""After a pair of one arm, before that of the other: "5 vs 3 for placebo and 4 vs 2 for zelavir"."""
CHANGES_AFTER = re.compile(r"[(\[]\s?[-−]?\d[\d.·]*[^()\[\]]{0,20}\sto\s[-−]?\d")
"""After two values of one arm, before and after: those of another arm."""
UNREAD_GROUP = re.compile(r"\b[Gg]roups?\s(?:[A-Z]{1,3}|\d|I+V?)\b")
"""A group by its letter, which says nothing where the study's arms have no such names."""
ONE_ARM_AFTER = re.compile(
    r"[\s)%]*(?:[;,]\s[pP][^()]{0,12}\)\s?)?(?:for|in|with|on)"
    r"\s(?:the\s)?[\w-]+(?:\s(?:group|arm|patients))?\s?(?:and|,|whereas|while|but|[(])\s?",
    re.IGNORECASE,
)
"""After two values: the one arm they are of."""
IN_TIME = re.compile(r"\b(?:than|to|with)\s(?:that|those)\s(?:\w+\s)?(?:during|before|at)\b", re.IGNORECASE)
"""A comparison of two times."""
TWO_VALUES = re.compile(r"\d%?\)?\s(?:versus|vs\.?|to|v)\s\(?\d", re.IGNORECASE)
FOR_ONE_AGENT = re.compile(r"[)\d]\sfor\s[\w-]+(?=\W*$|[;.])", re.IGNORECASE)
"""The end of an item of a list that gives each agent its value: "0.38 (p = 0.2) for amiloride"."""
THREE_PAIRS = re.compile(
    r"(?:\d%?\)?\s(?:versus|vs\.?|v)\s\(?\d[^;]*;\s[^;]*?){2}"
    r"\d%?\)?\s(?:versus|vs\.?|v)\s\(?\d.*\brespectively\b",
    re.IGNORECASE,
)
"""Three pairs of values, each of one arm before and after: "128 v 107; 126 v 112; 129 v 104 with A, B and both"."""
TWO_DOSES = re.compile(
    r"\b\d+(?:\.\d+)?[\s-]?(?:mg|µg|mcg|g)\b(?!/[dm]l)[^.;]{0,60}?\b\d+(?:\.\d+)?[\s-]?(?:mg|µg|mcg|g)\b(?!/[dm]l)"
)
"""Two doses, which may be of one drug."""
AND = re.compile(r"\b(?:and|or|but|while|whereas)\b", re.IGNORECASE)
NEXT_SUBJECT = re.compile(r"\b(?:than|versus|vs\.?|compared\s(?:with|to))\s[^;]*\sand\s$", re.IGNORECASE)
"""Between values where the comparison is over before the second: "71% found zelavir easier than placebo and 80%"."""
DIRECT_JOIN = re.compile(r"^\s?(?:v\b\.?|vs\b\.?|versus|and|or)\s?(?:only\s)?$", re.IGNORECASE)
ONE_MORE = re.compile(r":\s[a-z]{4,}(?:\s[\w-]+){0,4}\s[(\[]|\d[^()\[\]]{0,30}[)\]]\s(?:and|or)\s(?!\d)", re.IGNORECASE)
"""Between an endpoint and the numbers of another one: "no difference in deaths: strokes (3 vs 5)"."""
BOTH_ARMS_AFTER = re.compile(r"\b(?:or|and|vs\.?|versus)\s(?:the\s)?(?:placebo|controls?)\b", re.IGNORECASE)
COMPARED_DIRECTLY = re.compile(r"\s?compared\s(?:with|to)\s?", re.IGNORECASE)
OF_TWO_SIZES = re.compile(
    rf"\bfrom\s(?P<first>(?:{NUMBER})\s?%\s?\(\d+\s?(?:of|/)\s?(?P<size>\d+)\))\sto\s(?P<second>(?:{NUMBER})\s?%\s?"
    r"\(\d+\s?(?:of|/)\s?(?P<other_size>\d+)\))"
)
"""Two shares of groups of different size, which are of two arms."""
DENIES = re.compile(r"no[tr]?\b|did|does|do\b|failed|neither|ineffective|non-?inferior", re.IGNORECASE)
OPENS = re.compile(r"[(\[]\s?$")
NO_RESULT_BEFORE = re.compile(
    r"""(?:\d\s(?:min(?:ute)?s?|hours?|h)\s|\d%?\s?(?:[-–]|to)\s?[-−]?|95\s?%\s?|[<>=≤≥]\s?|\bdifferences?\sof\s
        |\b(?:IQR|range)[,:]?\s|\b(?:over|under|than|least|most|from|baseline|nearly|about)\s?\(?|\b(?:HR|OR|RR)\s?=?\s?
        |\bp\svalues?[^()]{0,40})$""",
    _FLAGS,
)
"""Before the end of a range, a bound, a start, a statistic."""
NO_RESULT_AFTER = re.compile(
    r"""\s?(?:SEM|SD|SE|AM|PM|a\.m|p\.m)\b|\s?%?\s?or\s(?:more|greater|less|higher|lower|better)\b
    |\s?%?\s?(?:[-–]|to\s)\s?[-−]?\d|\s?%?\s?(?:CI\b|confidence)
        |[\s-](?:week|month|day|year|hour|h|mg|item|point|fold|tailed|sided)\b""",
    re.VERBOSE,
)
"""After a spread, the start of a range, a level of confidence, a duration."""
OF_SPREAD = re.compile(r"^\s?\(?(?:SEM|SD|SE|s\.?e\.?m?\.?|s\.?d\.?)\)?(?=\W)")
"""What a spread is, after it."""
ENDS_PAIR = re.compile(r"\d\S{0,3}(?:\s[a-z]+)?\s(?:v|vs\.?|versus)\s\S{1,12}(?:\s[a-z]+)?$", re.IGNORECASE)
OPENS_PAIR = re.compile(r"\S{1,12}(?:\s[a-z]+)?\s(?:v|vs\.?|versus)\s[-−+]?\d", re.IGNORECASE)
"""Another pair that "versus" joins, before and after."""
GIVEN_BEFORE = re.compile(r"\b(?:treated\swith|receiving|given|taking)\s(?:[\w-]+\s)?$", re.IGNORECASE)
"""Before what people got."""
OWN_PAIR = re.compile(r"^[^()\d]{0,12}\s(?:vs\.?|versus|v|to)\s[-−+]?\d")
"""After a value of one arm, before and after."""
SERIES = re.compile(r"^[\s)\]%,;]*(?:\s?and\s|,|;|/)(?:\s?and\s)?[\s(\[]*$", re.IGNORECASE)
"""What stands between two values of one series."""
LISTED_BEFORE = re.compile(r"^[^.;()\d]{0,40},\s$")
"""Between a third arm's value and the first of two that "and" joins."""
FOR_ARM = re.compile(r"[^a-z]*(?:[^()]{0,12}\([^()]*\)|[^;]{0,40})[^;a-z]*\sfor\s(?:the\s)?")
"""From a ratio to the arm it is of: "0.79 (95% CI 0.64-0.99) for zelavir versus placebo"."""
ASIDE = re.compile(
    r"\s?\((?!\s?[-−+]?\d[\d.·]*\s?%?\s?(?:v|vs\.?|versus)\b)[^()]{0,60}\)"
    r"(?=,?\s?(?:v|vs\.?|versus|compared)\b)|\s?\[[^\[\]]{0,60}\]"
    r"|,?\s?\(?[pP]\s?[=<>≤]\s?[\d.·]+\)?,?(?=\s(?:v|vs\.?|versus)\b)"
)
"""Between two values: a count, an interval or a p value of the first."""
VERSUS_NAMED = re.compile(
    r"\)?\s?(?:vs\.?|versus|compared\s(?:with|to))\s(?:the\s)?(?P<name>[a-z][\w-]+)", re.IGNORECASE
)
"""After a p value: the comparison it is of."""
TWO_P_VALUES = re.compile(r"[^;]{0,12}\band\s[^;]{0,25}\b[pP]\s?[=<>][^;]{0,12}respectively")
"""After the first of two p values that are given to two arms."""
FROM = re.compile(r"\bfrom\b", re.IGNORECASE)
FROM_TO = re.compile(rf"\bfrom\s(?:{NUMBER})[^()]{{0,25}}\sto\s(?:{NUMBER})[^()]{{0,25}}[(\[]$", re.IGNORECASE)
"""Before the p value of a change in time: "from 6.3 ± 1.0% to 6.8 ± 1.3% (P < 0.01)"."""
OPPOSED_AFTER = re.compile(r"[)\]]\s(?:compared|than|versus|vs)\b", re.IGNORECASE)
"""After such a p value that is of two arms all the same."""
AND_ALSO = re.compile(r"\band\s(?:(?:was|were)\s)?\w+ly\s[(\[]?$")
"""Between numbers and the p value of what is said next: "28%) and significantly (P<.05) greater than with placebo"."""
STATISTICS_WERE = re.compile(
    r"\b(?:relative\srisks?|(?:hazards?|odds|risk|rate)\sratios?"
    r"|confidence\s(?:limits?|intervals?|bounds?))\b[^.;()]*\b(?:was|were)\s$"
    r"|\bconfidence\s(?:limits?|intervals?)\s(?:for|of)\b[^;]*\b(?:was|were)\s$",
    re.IGNORECASE,
)
"""Before two numbers that are no values of two arms."""
FOR_EACH = re.compile(r"\s?for\s[\w-]+\sand\b")
USED = re.compile(r"\s(?:consumption|doses?|dosages?|requirements?|use)\b", re.IGNORECASE)
ARM_BEFORE_PAIR = re.compile(r"[a-z]{4,}:\s(?:[\w-]+\s){0,5}?(?:[\w-]+:\s)?$", re.IGNORECASE)
COLON = re.compile(r"[a-z]{4,}:\s")
"""The name of an arm right before two values, with a colon."""
OPENS_LIST = re.compile(r"\s?(?:(?:was|were)\s?)?:")
"""Behind two arms whose values a list gives."""
OPPOSED_RIGHT_BEFORE = re.compile(r"\b(?:versus|vs\.?|than|compared\s(?:with|to))\s$", re.IGNORECASE)
"""Right before two values of the arm that something is compared with."""
HELD_AGAINST = re.compile(
    r"\b(?:compar\w+|comparison|contrast|relative|versus|vs\.?|than|against|unlike|from)\b[^,;]{0,30}$", re.IGNORECASE
)
"""Before an arm: it is what the drug's is held against, whose value comes second then."""
DIFFERENCES_WERE = re.compile(
    r"(?<!no\s)(?<!significant\s)\bdifferences?\b[^.;]*\b(?:was|were)\s$"
    r"|(?<!no\s)\bdifferences\sin\b[^.;]*\bbetween\b[^.;]*\bwere\s$",
    re.IGNORECASE,
)
THIRD_OPPOSED = re.compile(r"[\s)\]%]*\s(?:vs\.?|versus|v)\s\(?[-−]?\d")
"""A third value in a row of those that "versus" joins."""
ADJECTIVE = re.compile(r"\d+-(?:h|hours?|days?|weeks?|months?|years?|min|mg|g|points?|mm)")
"""A number that is part of a word: "the 48-h dose"."""
THIRD = re.compile(r"^[\s)\]%]*(?:,\s?and|,|\sand)\s(?:[\w-]+\s){0,3}\(?[-−]?\d")
"""A third value in a row."""
BREAK = re.compile(
    r"[,;](?=\s)|\b(?:and(?!\s[\w-]+\s(?:groups?|arms?|patients|treatments?)\b)|but|while|whereas|although)\b",
    re.IGNORECASE,
)
NEXT_ITEM = re.compile(
    r",\s(?:and|or|with\san?)\s|\bincluding\b|\b(?:and|or)\s(?:in\s)?(?:the\s|a\s|slightly\s)?(?:[\w-]+\s){0,6}"
    r"(?:was|were|assessment|fell|rose|increased|decreased|improved|declined)\b"
)
"""Between an endpoint and the numbers of another one in the same sentence."""
NEXT_BRACKET = re.compile(r"[)\]](?:,|,?\s(?:and|or))\s[^()\[\]]{3,}[(\[]")
"""From the bracket of one measure into that of the next."""
CLAUSE_ENDS = re.compile(r"[;]\s|,?\s(?:but|while|whereas|although)\s")
NEXT_CLAUSE = re.compile(r"\b(?:but|while|whereas|although|however|except\w*|where)\b", re.IGNORECASE)
"""Between numbers and a p value that is not theirs."""
SHARED_OUT = re.compile(r"\brespectively\b")
ARM_NAMED = re.compile(
    r"\b(?:group|arm|patients|women|men|subjects|participants|placebo|controls?|treated|recipients"
    r"|receiving|assigned)\b",
    re.IGNORECASE,
)
FIRST_OF_TWO = re.compile(r"\bin\sthe\s(?P<name>(?!treatment|intervention|active|study|drug)[a-z-]{5,}(?:\sand\s|/))$")
"""Before the second agent of one group: "in the moricanol and budenoside group"."""
GROUP = re.compile(r"\b(?:groups?|arms?)\b", re.IGNORECASE)
OF_ARM = re.compile(
    r"^[\s)\]]*(?:(?:and\s\w+\s|(?:patients|subjects|participants|women|men|children)\s)?(?:for|with|in|on"
    r"|of|among|given|receiving)\s|\w+-treated\b)",
    re.IGNORECASE,
)
"""After the second of two values: whose it is."""

RATIO = re.compile(
    rf"""(?<!log\s)(?P<kind>hazards?\sratio|odds\sratio|relative\srisk(?:\sratio)?|risk\sratio
    |(?:incidence\s)?rate\sratio
        |(?<![\w-])(?<!rate\s[(\[])(?<!rates\s[(\[])(?:a?HRs?|a?ORs?|a?RRs?|IRRs?)(?![\w-]))
        (?:\s?[\[(]9\d\s?%\s?(?:CI|confidence\sinterval)[\])],?)?
        (?P<rest>(?:(?!\b[pP]\b|\brates?\b)[^\d;.]){{0,45}}?
        |(?:(?!\b[pP]\b|\brates?\b)[^\d;.]){{0,110}}?\s(?:was|were|is|of|=)\s)(?P<value>{NUMBER})
        (?![\d.·]|\s?(?:%|[-–]?\s?years?|mg))""",
    re.VERBOSE,
)

DIFFERENCE = re.compile(
    rf"""\b(?:differences?|treatment\seffect|[WS]?MD|E[TM]D|LSMD)\b(?:\s?[\[(][A-Z]{{2,5}}[\])])?
        (?:\s?[\[(]9\d\s?%\s?CI[\])],?)?
        (?:(?:(?:[^\d;.()\[\]]{{0,40}}?
        |(?<=difference)[^\d;.()\[\]]{{0,60}}\bbetween\b[^\d;.()\[\]]{{0,60}}?)(?:\sof|\swas|\swere|\sis
        |[=:,(\[]))?\s*(?P<value>(?:{NUMBER}){_UNIT})
        |(?:[^\d;.,()\[\]]|(?<=[A-Za-z])\d|\s\d+-(?=(?:minute|min|hour|h|day|week|month|year|item|point)\b)
        |\s(?:at|after)\s(?:week\s|month\s|day\s)?\d+(?:\s(?:weeks|months|days|years|h|hours))?(?=\s)
        |\s\([^()\d]{{3,40}}\)){{0,110}}?\s(?:was|were|is)\s(?P<value_far>(?:{NUMBER}){_UNIT})
        |[^\d;.()\[\]]{{0,40}}\bbetween\b[^\d;.()\[\]]{{0,60}}?\s(?:groups|arms|treatments)
            \s(?P<value_of_groups>(?:{NUMBER}){_UNIT})
        |[^\d;.()\[\]]{{0,110}}[(\[](?P<value_before_interval>(?:{NUMBER}){_UNIT})(?=[,;]?\s?[(\[]?9\d\s?%))
        (?!\s?(?:vs\b|versus|v\b|and\b|compared|weeks?\b|months?\b))(?![\d.·])""",
    _FLAGS,
)
_WITH_UNIT = rf"(?P<value>(?:{NUMBER})(?!\s?%){_UNIT}(?<=[A-Za-z2²]))"
SHIFTS = (
    re.compile(rf"\bby\s{_WITH_UNIT}\smore\s(?:with|in|on|than|for|after|during)\b", _FLAGS),
    re.compile(
        rf"\b(?:was|were|by)\s{_WITH_UNIT}"
        rf"\s(?:lower|higher|greater|longer|shorter|less|fewer|better|faster|earlier)"
        rf"\s(?:with|in|on|for|after|during|among|than)\b",
        _FLAGS,
    ),
    re.compile(
        rf"\b(?:reduced|decreased|lowered|increased|raised|improved|prolonged|shortened)\s[^();,]{{2,90}}?\sby"
        rf"\s(?:an?\s(?:mean|median|average)\sof\s)?{_WITH_UNIT}",
        _FLAGS,
    ),
    re.compile(
        rf"\bplacebo-(?:corrected|subtracted|adjusted)\s[^;()]{{2,100}}?\s(?:was|were|of)"
        rf"\s(?P<value>(?:{NUMBER}){_UNIT})",
        _FLAGS,
    ),
)
"""By how much an arm differed from another: "fell by 12 mm Hg more with zelavir than with placebo"."""
THAN_OTHER_ARM = re.compile(
    r"\s(?:the\s)?[\w-]+(?:\s(?:group|arm|patients))?\s(?:than|compared\s(?:with|to))\s(?:(?:in|with|on|for|after)\s)?",
    re.IGNORECASE,
)
"""After a shift that ends in "lower in": the arm, and that another is held against it."""
PLACEBO_TAKEN_OFF = re.compile(r"\bplacebo-(?:corrected|subtracted|adjusted)\b", re.IGNORECASE)
TWO_STATISTICS = re.compile(r"\s?[(\[][^()\[\]]*[)\]]\s(?:and|or)\s[-−]?\d[^;]*\brespectively\b", re.IGNORECASE)
"""After the first of two ratios or differences, which are given to two things."""
INTERVAL = re.compile(
    rf"""(?:(?P<level>9\d(?:\.\d)?\s?%?\s?)?(?:\bCI\b|\bconfidence\s(?:intervals?|limits?)\b(?:\s?[\[(]CI[\])])?)
        |(?<=[(\[,;]))(?P<lead>[^\d;.]{{0,14}}?)
        (?<![<>≤≥.\d])(?<![<>≤≥]\s)
        (?P<bounds>(?P<low>{NUMBER})\s?(?:%|mm\s?Hg|mm|kg)?\s*(?:\bto\b|[-−–,;])\s*(?P<high>{NUMBER}))
        (?![-−–]\d)""",
    _FLAGS,
)
"""A confidence interval: named, or two numbers in a parenthesis or after a comma."""
INTERVAL_ASIDE = re.compile(
    rf"[,;]\s?9\d\s?%\s?(?:CI|confidence\sintervals?)\b[\s=:,]{{0,3}}(?:{NUMBER})\s?%?\s?(?:to|[-−–,])\s?"
    rf"(?:{NUMBER})%?(?=[)\]])",
    re.IGNORECASE,
)
"""The interval of one arm's value, between it and the end of its bracket."""
STATISTIC = re.compile(r"[(\[](?:CI|SD|SEM?|IQR)[)\]]|\bCI\s[(\[][^()\[\]]{3,30}[)\]]")
"""The abbreviation of a statistic within the bracket that gives it, and an interval in a bracket of its own."""
NAMED_INTERVAL = re.compile(r"\b(?:CI|confidence)\b", re.IGNORECASE)
P_VALUE = re.compile(
    r"""(?<![\w])p(?:[\s-]?values?)?\s*(?:was\s|of\s)?
    (?:(?:<|>|=|≤|≥|</=|>/=|less\sthan|greater\sthan)\s?(?:or\s?)?=?\s*
        \d*[.·]?\s?\d+|=?\s*(?:N\.?S(?:\.(?=[\s),;])|\b)|not\ssignificant))
        |(?<=[\s(,])N\.?S\.?(?=[\s),;]|\.\s|\.$)""",
    _FLAGS,
)

COMPARES = re.compile(
    r"""\bno(?:t|r)?\s(?:\w+\s){0,4}?(?:differen\w+|differ|superior|better|significan\w+|more|less)
        (?:\s(?:superior|better|differen\w+))?
    |\b(?:did|does|do)\snot
    \s(?:\w+\s)?(?:differ|affect|alter|improve|reduce|prevent|increase|decrease|change|confer|attenuate)\w*
    |\bfailed\sto\s\w+|\bnon-?inferior\w*|\bneither\b|\bineffective\b|\bnot\s(?:\w+\s)?effective\b|\bno\sbenefit\b
    |\b(?:as\s(?:\w+\s)?effective|equally\seffective|equivalent|comparable|similar(?:ly)?)\b
    |\b(?:significant(?:ly)?\s|markedly\s|statistically\s|substantially\s)*
        (?:greater|higher|lower|fewer|less|more|better|longer|shorter|faster|smaller|larger|worse|earlier
        |superior|inferior
        |favou?r(?:ed|s|able)?)\b(?!\sthan\s(?:\d|[<>]|half\b|one\b))
    |\b(?:significant(?:ly)?\s)?(?:reduc|improv|decreas|increas|prolong|delay|prevent|lower|shorten|exceed)(?:ed|s|es)\b
    |\bsignificant\s(?:\w+\s)?(?:differences?|improvements?|reductions?|decreases?|increases?|advantages?|benefits?)
""",
    _FLAGS,
)
GREATER = re.compile(r"\b(?:more|higher|greater|increased)\b", re.IGNORECASE)
MORE = re.compile(
    r"""\b(?:than|compared\s(?:with|to)|relative\sto|versus\splacebo|vs\.?\splacebo|between|differ\w*
    |respectively|greater|higher|lower|fewer|less|more|as\s(?:large|high|many|much|often|great|long)\sas
        |better|longer|shorter|faster|smaller|larger|worse|earlier|later|superior|similar|comparable|favou?r\w*
        |exceed\w*)\b""",
    _FLAGS,
)
"""Words of a comparison between arms; "reduced" and "improved" alone may be a change in time."""
OPPOSES = re.compile(r"\b(?:vs\.?|versus|compared\s(?:with|to))(?=\s)", re.IGNORECASE)
"""Words that compare, in the order of the sentence."""
COMPARATOR = re.compile(
    rf"""(?<!addition\sto\s)(?<!added\sto\s)(?<!top\sof\s)\b
    (?P<name>placebo|saline|sham|usual\scare|standard\s(?:care|treatment|therapy)|{NO_TREATMENT}
        |control(?=\s(?:group|patients|subjects|arm|individuals|treatment|women|men))|(?<=than\s)controls?
        |(?<=with\s)controls?
        |(?<=versus\s)controls?|(?<=vs\s)controls?)\b""",
    _FLAGS,
)
COMPARATOR_NAMED = re.compile(
    r"""\b(?:compared\s(?:with|to)|versus|vs\.?|than|over|superior\sto|inferior\sto|relative\sto|similar\sto
        |comparable\s(?:with|to)|equivalent\sto|effective\sas)\s
        (?:(?:that|those)\s(?:\w+\s){0,2}?(?:with|of|in|on|given|receiving|taking)\s
        |(?:the|patients|treatment|those)\s)*
        (?P<name>[A-Za-z][\w-]{2,}(?:[ -](?:plus|and)?\s?[a-z][\w-]*){0,2}?)
        (?=\s(?:group|arm|patients|treatment|monotherapy|recipients|therapy|in|at|for|on|and|with|after|alone
        |was|were|did)\b
        |\s?[.,;:()\[]|$)""",
    re.VERBOSE,
)
SECOND_OF_PAIR = re.compile(r"(?<![\w.])\d[\d.·]*\s?%?\s(?:and|or)\s$")
"""Before a value that is an arm's second: "69 and 82% (zelavir) and 57 and 67% (placebo)"."""
ENDS_WITH_PAIR = re.compile(r"\d\s?%?\s(?:and|or)\s\d[\d.·]*\s?%?$")
"""The end of values the last two of which are of one arm."""
NOT_SIGNIFICANT = re.compile(r"n\.?\s?s\b|not\ssignificant", re.IGNORECASE)
"""In a p value."""
CLAIMS_DIFFERENCE = re.compile(
    r"^(?!.*\b(?:no|not|non|without|similar\w*)\b).*\b"
    r"(?:significantly|greater|higher|lower|more|less|fewer|better|worse|superior"
    r"|longer|shorter|improv\w+|reduc\w+|increas\w+|decreas\w+|lowered|prolong\w+)\b",
    re.IGNORECASE,
)
"""Words that compare and say that one was better, worse, more or less."""
GROUPS_NAMED = re.compile(
    r"""\b(?:between|among|in)\s(?:the\s|both\s|these\s|all\s)*(?:two\s|three\s|four\s|treatment\s|study\s|active\s)*
        (?:groups?|treatments?|drugs?|arms|agents)\b|\b(?:both|two|all)\s(?:treatments?|drugs|groups)\b""",
    _FLAGS,
)
ALIKE = re.compile(
    r"\b(?:differ\w*|similar(?:ly)?|comparable|equivalent|equal(?:ly)?|same|alike|neither|as\seffective)\b",
    re.IGNORECASE,
)
IN_BOTH = re.compile(
    r"\bin\s(?:both|each)\b|\bof\s(?:both|each)\s(?:treatment\s|study\s)?(?:groups?|arms?)\b", re.IGNORECASE
)
OF_ANOTHER_ARM = re.compile(
    r"\b(?:compared\s(?:with|to)|in\scomparison\s(?:with|to)|versus|vs\.?|than)"
    r"\s(?:the\s)?(?:placebo|baseline|controls?|before|pre-?treatment)\b",
    re.IGNORECASE,
)
"""Between numbers and the p value of another comparison."""
FROM_BASELINE = re.compile(
    r"\s?for\seach\svs|\s?for\sthe\scomparison\b|\s?(?:from|vs\.?|versus|compared\swith)\s(?:the\s)?baseline",
    re.IGNORECASE,
)
"""After a p value of a change in time, or of a comparison named after it."""
RANGE_AFTER = re.compile(r"\s?(?:[-–]|to\b)\s?\d")
"""After the first of a range of ratios."""
PROBABILITY_BEFORE = re.compile(r"\b[pP]\s?[=<>]\s?$")
"""Before a number that is a p value and no bound."""
LEVEL_AFTER = re.compile(r"\s?%?\s?[\[(]?\s?(?:CIs?\b|confidence)", re.IGNORECASE)
"""After the level of an interval, which is no difference: "difference (95% CI)"."""
DEFINED = re.compile(r"(?:[<>≥≤]|\bor\s?=)\s?$")
"""Before a number that bounds a difference and is none."""
OF_AN_ARM = re.compile(r"\bin\sfavou?r\sof\s(?:the\s)?[\w-]+\s(?:group\s)?[(\[]$", re.IGNORECASE)
"""Before the value of an arm: "a difference in favour of zelavir (5.6)"."""
AFTER_ENDPOINT = re.compile(
    r"\s(?:but\snot|(?:more|less)$|more\s\w+ly|significantly\s(?:more|less)|either|had|have|has|when"
    r"|to\s(?:less|more|below|under)|that|which|rates?\swere)(?:\s.*)?$"
)
HAPPENED = re.compile(r"\s(?:also\s)?(?:occurred|developed|recurred|(?:was|were)\s(?:observed|seen|noted|diagnosed))\b")
"""After the name of a disease that is an event, and so an endpoint."""
SUBSCRIPT = re.compile(r"\(\w{1,3}\)(?=\s)")
"""Right after a measure, and part of it: "HbA(1c)"."""
BEFORE_ENDPOINT = re.compile(
    r"^(?:(?:an?|the|their|its|no|of|overall|also|significant(?:ly)?|statistically"
    r"|(?:a\s)?(?:higher|highest|lower|lowest|greater|fewer|more|less"
    r"|longer|shorter|better))\s)+",
    re.IGNORECASE,
)
"""Words around an endpoint that do not name it."""
BOUNDS_FOLLOW = re.compile(r"\b(?:CIs?\)?|intervals?|limits?)\s(?:for|of)\s(?:the\s)?(?:\w+\s)?$", re.IGNORECASE)
"""Before "difference" whose bounds follow, not itself."""
PLACED_COMPARATOR = re.compile(
    rf"\bplacebo\b|\bcontrol(?=\s(?:group|arm|patients)\b)|\b(?:un-?treated|{NO_TREATMENT}|usual\scare)\b",
    re.IGNORECASE,
)
"""A comparator that leaves the drug no arm but the other."""
METHODS = re.compile(
    r"BACKGROUND|INTRODUCTION|CONTEXT|OBJECTIVE|AIM|PURPOSE|METHOD|DESIGN|SETTING|PARTICIPANTS|PATIENTS|INTERVENTION|"
    r"MEASURE|FUNDING|REGISTRATION|LIMITATION"
)
RESULTS = re.compile(r"RESULT|FINDING|OBSERVATION|CONCLUSION|INTERPRETATION|DISCUSSION|SUMMARY")
PRIMARY = re.compile(r"\bprimary\s(?:\w+\s){0,2}(?:end\s?-?points?|outcomes?|measures?|variables?)", re.IGNORECASE)

_NOUN = r"(?:[^\d;:()\[\],]|\d+[\s-](?:mm|h|hour|week|month|min)\b){3,90}?"
ENDPOINTS = (
    re.compile(
        rf"""\b(?:differ(?:ed|ences?)?|equivalen\w*|comparable|similar|superior\w*)\b[^.;()]{{0,60}}?\b
        (?:in|regarding|for|in\sterms\sof|with\sregard\sto|with\srespect\sto)\s
            (?:the\s|terms\sof\s)*(?P<end>{_NOUN})
            (?=\s(?:between|among|at|after|with|from|compared|than|versus|vs)\b|[.,;:(\[]|$)""",
        re.VERBOSE,
    ),
    re.compile(
        rf"""\b(?:patients|subjects|participants|women|men|children|recipients)\b[^.;()]{{0,70}}?\b
        (?:reported|achieved|experienced|required|converted\sto|developed|had(?!\s(?:been|\w+ed)\b)
        |were\scategorized\sas|showed)\s
            (?:the\s|a\s|an\s|significantly\s|more\s|less\s|fewer\s|greater\s|better\s)*(?P<end>{_NOUN})
            (?=\s(?:than|compared|versus|vs|at|after|in|with|by|from|on)\b|[.,;:(\[]|$)""",
        re.VERBOSE,
    ),
    re.compile(
        rf"""\b(?<!with\s)
        (?:reduced|improved|increased|decreased|prolonged|delayed|lowered|prevented?|shortened|reduces|improves
        |reduce|improve|affect)\s
            (?:the\s|significantly\s)*(?P<end>{_NOUN})
            (?=\s(?:from|by|compared|than|versus|vs|at|after|in|with|over|relative)\b|[.,;:(\[]|$)""",
        re.VERBOSE,
    ),
    re.compile(
        r"""^(?:(?:At|After|During|In|On|Over|By|For|Overall|Among)[^,]{0,60},\s(?:the\s)?)?
        (?:The\s|There\swas\s|Overall,\s)?
            (?P<end>(?:\d+-(?:day|week|month|year)\s)?(?:[A-Za-z][^\d;:()\[\],]{2,80}?))
            (?=\s(?:was|were|did|differed|improved|decreased|increased|occurred|fell|rose)\b|\s?[(\[])""",
        re.VERBOSE,
    ),
)
"""What was measured, in the order tried."""
NO_ENDPOINT = re.compile(
    r"""^(?:this|that|these|those)\b|\bindicated\b
    |^(?:mean\s|median\s)?(?:%\s|percent\w*\s)?changes?(?:\sfrom\s\w+)?$
    |^(?:patients|subjects|participants|there|it|both|no|this|these|results?|we|treatment|groups?|all|neither
    |each|more|fewer|the)$
    |^other\b|^(?:morning|evening|night|day)$|\b(?:study\s)?variables\b|\b(?:strat(?:um|a)|sub-?(?:groups?|sets?))\b
    |\b(?:groups?|patients|subjects|treated|differences?|placebo|treatments?|percent|analys[ei]s|neither|doses?
    |dosages?)\b
    |^\W*(?:significantly|more|less|greater|better|no|those|with|in|on|at|after|during|over|only|from|by|or|and
    |between|they|it|these|them|corresponding|because|if|when|than|to)\b
    |^results?\b|^(?:adjusted|corrected)\smeans?$|\b(?:developed|emerged)\b
    |^(?:we|according|patient-reported\ssymptom)\b|^[A-Z]\.\s[a-z]+$|\bleast[\s-]squares?\s(?:mean|change)$
    |\bsecondary\b.*\bend-?\s?points\b
    |^(?:all\s)?(?:(?:mean|median|average|overall|clinical|primary|secondary)\s)?
    (?:numbers?|outcomes?|outcome\smeasures|proportions?|percentages?
        |improvements?|changes?|trials?|study|reductions?|decreases?|increases?|values?|scores?|percent|people
        |subjects|event|risk|incidence|duration|frequency|severity|rates?|prevalence|extent|times?)$""",
    _FLAGS,
)
NO_NOUN = re.compile(
    r"""\b(?:was|were|is|are|be|than|resulted|declined|decreased|increased|fell|rose|that|who|which|evidence
    |effective\w*|significan\w+|observed)\b
    |^(?:ratio|high-frequency|low-frequency)$|-frequency$|\bas\sjudged\b
    |^(?:and|two|three|addition|drop|some|one|other|overall|its|their|use|effects?|results?|levels?|rates?
    |improvements?|response)\b(?:$|\sof$)
    |^(?:for|\w*teen|ten|eleven|twelve|\w+ty|three|four|five|six|seven|eight|nine|and|two|some|each|although
    |after|there|average|mean\Z|median\Z)\b|\bextent\b|\b(?:of|in|to|for|by|with|and|or|the|a|from)$|^\w+ly$
    |^.{0,2}$""",
    _FLAGS,
)
"""Words that are no endpoint, or more than one."""
_NO_AGENT = (
    "for on at in of with from and or those these patients baseline expected previously before "
    "pretreatment usual normal it a an who that did"
)
NO_AGENT = frozenset(_NO_AGENT.split())
"""What follows "than" without being a comparator."""
NONE_BEFORE = re.compile(r"\b(?:no|not|without)\s(?:\w+\s){0,3}$", re.IGNORECASE)
FROM_BEFORE = re.compile(r"\bfrom\s$")
OF_A_SUBGROUP = re.compile(r"(?:In\s)?[Pp]atients\s(?:with|without|who)\b")
"""A sentence on some of the patients."""
OF_PART_OF_PEOPLE = re.compile(
    r"\b(?:per[- ]protocol|on[- ]treatment|as[- ]treated|completers?|post[- ]hoc)\b", re.IGNORECASE
)
"""Numbers of some of those who took part: the whole sentence has to say so, and no name of what was measured does."""
