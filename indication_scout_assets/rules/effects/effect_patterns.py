"""The words and numbers by which abstracts tell effects: patterns of ``effect_reading``.

What belongs here: patterns over the text as it stands, so that every match keeps its place in it.
"""

from __future__ import annotations

import re

from .study_arms import NO_TREATMENT

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
DOSE_AFTER = re.compile(
    r"[\s-]?(?:mg|µg|mcg|microg(?:rams?)?|units?|U)\b(?!/dl)(?:\s?/\s?(?:d|day|kg)\b)?", re.IGNORECASE
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
PER_CENT = re.compile(r"%|per\s?cent\b", re.IGNORECASE)
MEASURED = rf"(?:{NUMBER}){_UNIT}{_SPREAD}{_UNIT}"
"""A number with its unit and spread."""
CHANGE_VERB = re.compile(
    r"\b(?:decreas|increas|fell|fall|rose|ris|drop|prolong|shorten|lengthen|declin|improv|reduc|chang|went"
    r"|lower|rais|reduction)\w*[^.;]{0,90}$",
    re.IGNORECASE,
)
JOINS = re.compile(r"\b(?:v\b\.?|vs\b\.?|versus|compared|comparison|than|against)(?=\W|$)", re.IGNORECASE)
OF_EACH_ARM = re.compile(
    r"\b(?:in|within)\s(?:both|each)\b|\bwithin\s(?:or|and)\sbetween\b"
    r"|\b(?:remained\s|was\s|were\s)unchanged\b|\bdid\snot\schange\b",
    re.IGNORECASE,
)
"""A change in time in an arm."""
CHANGED = re.compile(r"\b(?:decreased|increased|fell|rose|dropped|declined)\b", re.IGNORECASE)
UNREAD_GROUP = re.compile(r"\b[Gg]roups?\s(?:[A-Z]{1,3}|\d|I+V?)\b")
"""A group by its letter, which says nothing where the study's arms have no such names."""
TWO_VALUES = re.compile(r"\d%?\)?\s(?:versus|vs\.?|to|v)\s\(?\d", re.IGNORECASE)
FOR_ONE_AGENT = re.compile(r"[)\d]\sfor\s[\w-]+(?=\W*$|[;.])", re.IGNORECASE)
"""The end of an item of a list that gives each agent its value: "0.38 (p = 0.2) for amiloride"."""
AND = re.compile(r"\b(?:and|or|but|while|whereas)\b", re.IGNORECASE)
DIRECT_JOIN = re.compile(r"^\s?(?:v\b\.?|vs\b\.?|versus|and|or)\s?(?:only\s)?$", re.IGNORECASE)
COMPARED_DIRECTLY = re.compile(r"\s?compared\s(?:with|to)\s?", re.IGNORECASE)
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
STATISTICS_WERE = re.compile(
    r"\b(?:relative\srisks?|(?:hazards?|odds|risk|rate)\sratios?"
    r"|confidence\s(?:limits?|intervals?|bounds?))\b[^.;()]*\b(?:was|were)\s$"
    r"|\bconfidence\s(?:limits?|intervals?)\s(?:for|of)\b[^;]*\b(?:was|were)\s$",
    re.IGNORECASE,
)
"""Before two numbers that are no values of two arms."""
ARM_BEFORE_PAIR = re.compile(r"[a-z]{4,}:\s(?:[\w-]+\s){0,5}?(?:[\w-]+:\s)?$", re.IGNORECASE)
COLON = re.compile(r"[a-z]{4,}:\s")
"""The name of an arm right before two values, with a colon."""
HELD_AGAINST = re.compile(
    r"\b(?:compar\w+|comparison|contrast|relative|versus|vs\.?|than|against|unlike|from)\b[^,;]{0,30}$", re.IGNORECASE
)
"""Before an arm: it is what the drug's is held against, whose value comes second then."""
BREAK = re.compile(
    r"[,;](?=\s)|\b(?:and(?!\s[\w-]+\s(?:groups?|arms?|patients|treatments?)\b)|but|while|whereas|although)\b",
    re.IGNORECASE,
)
CLAUSE_ENDS = re.compile(r"[;]\s|,?\s(?:but|while|whereas|although)\s")
SHARED_OUT = re.compile(r"\brespectively\b")
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
AFTER_ENDPOINT = re.compile(
    r"\s(?:but\snot|(?:more|less)$|more\s\w+ly|significantly\s(?:more|less)|either|had|have|has|when"
    r"|to\s(?:less|more|below|under)|that|which|rates?\swere)(?:\s.*)?$"
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
_NO_AGENT = (
    "for on at in of with from and or those these patients baseline expected previously before "
    "pretreatment usual normal it a an who that did"
)
NO_AGENT = frozenset(_NO_AGENT.split())
"""What follows "than" without being a comparator."""
NONE_BEFORE = re.compile(r"\b(?:no|not|without)\s(?:\w+\s){0,3}$", re.IGNORECASE)
OF_PART_OF_PEOPLE = re.compile(
    r"\b(?:per[- ]protocol|on[- ]treatment|as[- ]treated|completers?|post[- ]hoc)\b", re.IGNORECASE
)
"""Numbers of some of those who took part: the whole sentence has to say so, and no name of what was measured does."""
NEXT_CLAUSE = re.compile(r"\b(?:but|while|whereas|although|however|except\w*|where)\b", re.IGNORECASE)
"""Between numbers and a p value that is not theirs."""
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
TIME_UNIT = re.compile(r"(?:min(?:ute)?s?|months?|days?|weeks?|years?|hours?|h|s(?:econds?)?|sec)$", re.IGNORECASE)
ONE_ARM_AFTER = re.compile(
    r"[\s)%]*(?:[;,]\s[pP][^()]{0,12}\)\s?)?(?:for|in|with|on)"
    r"\s(?:the\s)?[\w-]+(?:\s(?:group|arm|patients))?\s?(?:and|,|whereas|while|but|[(])\s?",
    re.IGNORECASE,
)
"""After two values: the one arm they are of."""
USED = re.compile(r"\s(?:consumption|doses?|dosages?|requirements?|use)\b", re.IGNORECASE)
