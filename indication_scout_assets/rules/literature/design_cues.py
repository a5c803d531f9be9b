"""The words by which a title or an abstract shows how a study was made.

What belongs here: words and the shapes of phrases. What follows from them, and in which order they are asked, is in
``study_design``. All run over lower-case text; what matches is the cue a reader is shown. Every pattern opens with one
word boundary for all its alternatives and names stems of which a text must hold one: that is what makes it quick.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Cue:
    """Alternatives of a phrase that begin at a word."""

    phrases: str
    """Verbose pattern, alternatives without a group around them."""
    stems: tuple[str, ...] = ()
    """A text without any of them cannot match; none: always tried."""
    _pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_pattern", re.compile(rf"\b(?:{self.phrases})", re.VERBOSE))

    def each(self, text: str) -> Iterator[re.Match[str]]:
        """Every match, in the order of the text."""
        if not self.stems or any(stem in text for stem in self.stems):
            yield from self._pattern.finditer(text)

    def first(self, text: str) -> str:
        """The first match with single spaces; empty where there is none."""
        return next((" ".join(hit[0].split()) for hit in self.each(text)), "")


_NUMBER = r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})"
_WORDS_OF_A_STUDY = r"(?:(?!trials\b|studies\b)[\w-]+[,/)]?\ (?:and\ )?){0,9}?"
_COUNT = (
    r"(?:\d[\d,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:twenty|thirty|forty"
    r"|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?|(?:\w+\ )?hundred)"
)
_STUDIED = (
    r"(?:patients|subjects|participants|volunteers|women|men|children|infants|adults|outpatients|inpatients"
    r"|individuals)"
)

# ------------------------------------------------------------------------------------------------ syntheses, guidance
_TRIALS_OF_MANY = (
    r"(?:all\ |the\ )?(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?!1\b|2\b)\d{1,3})\ "
    r"(?:(?!of\b|and\b|or\b)[\w,/()-]+\ ){0,6}?(?:trials|studies)\b"
)
OF_MANY_TRIALS = Cue(
    rf"""individual\ patient\ data\ from\b|this\ pooled,?\ (?:[\w-]+,?\ ){{0,2}}?analysis\b|analy[sz](?:is|es|ing
    |ed)\ (?:of\ )?pooled\b(?!\ (?:[\w-]+\ ){{0,4}}?(?:groups?|arms?|doses?)\b)
    |{_TRIALS_OF_MANY}\ (?:\([^()]*\)\ )?(?:of\ [^.;]{{0,80}}\ )?were\ (?:\w+ly\ )?(?:analy[sz]ed|pooled)\b
    |based\ on\ (?:the\ )?(?:data|results)\ from\ {_TRIALS_OF_MANY}|(?<!been\ )assessed\ (?:in
    |across)\ (?:[\d,]+\ (?:[\w-]+\ ){{1,3}}?in\ )?{_TRIALS_OF_MANY}|analys[ie]s\ (?:used\ (?:the\ )?data\ of
    |of)\ {_TRIALS_OF_MANY}|data\ from\ {_TRIALS_OF_MANY}[^.]{{0,140}}?\bwere\ (?:\w+ly\ )?(?:pooled|analy[sz]ed
    |included)\b|entire\ (?:[\w-]+,?\ ){{0,5}}?trials?\ database\b""",
    ("trials", "studies", "individual", "database", "pooled"),
)
"""The same, of three trials or more, in other words."""
META_ANALYSIS_TITLE = Cue(r"meta-?\ ?analy(?:sis|ses|tic)\b", ("analy",))
COCHRANE = ("cochrane database", "the cochrane database")
"""How the names of a journal of systematic reviews begin."""
SYSTEMATIC_TITLE = Cue(
    r"systematic(?:ally)?\ (?:[\w-]+\ ){0,2}?review\w*\b|review\ of\ (?:the\ )?(?:[\w-]+\ ){0,4}?trials\b",
    ("review", "overview", "evidence", "technology", "systematic"),
)
SYSTEMATIC = Cue(
    r"""(?:we|were|computer\w*|literature)\ search\w*\ (?:[^.]{0,120}?\b)?(?:medline|pubmed|embase|cochrane)\b
    |(?:medline|pubmed|embase)\b[^.]{0,150}?\b(?:was|were)\ search|reviewers\ independently\b
    |findings\ of\ an?\ (?:[\w-]+\ )?systematic\ (?:\(\w+\)\ )?review\b|systematically\ (?:review|search)ed""",
    ("systematic", "search", "reviewers"),
)
SEARCHED = Cue(r"(?:medline|embase)\ (?:literature\ )?search(?:es)?\b", ("medline", "embase"))
"""What reports of cases do as well."""
GUIDELINE_TITLE = Cue(
    r"(?:clinical|treatment)\ (?:[\w-]+\ ){0,3}?guidelines?\b(?!-)|guidelines?\ for\ ",
    ("guideline", "practice", "recommendation", "consensus", "position", "scientific"),
)
PROTOCOL_TITLE = Cue(
    r"""(?:study|trial|review)\ protocol\b|protocol\ (?:for|of)\ (?:a|an|the)\ (?:[\w-]+,?\ ){0,10}?
        (?:trial|study|review|meta-analysis|rct)\b|(?<=:\ )(?:[\w-]+\ ){0,6}protocol\.?$
    |methodology\ of\ (?:a|an|the)\b[^:]{0,80}\b(?:trial|study)\b
    |rationale(?:,|\ and)\ (?:study\ )?design\b|(?:study\ )?design\ and\ (?:rationale|methods|baseline)\b
        |design\ of\ (?:a|the)\b[^:]{0,80}\b(?:trial|study)\b""",
    ("protocol", "design", "methodology"),
)
PROTOCOL = Cue(r"this\ is\ (?:a|the)\ protocol\ for\b", ("protocol",))
PLANNED = Cue(
    r"(?:patients|participants|subjects)\ (?:[^.;]{0,80}?\ )?will\ be\ (?:\w+ly\ )?(?:randomi|recruit|enrol|assign)",
    ("will be",),
)
"""What is going to be done."""
DONE = Cue(
    r"results\b(?!\ of\ [^.]{0,40}\bmay\b|\ (?:will|may|should)\b)|conclusions?:|were\ (?:treated|assigned"
    r"|followed|observed)\b|[pn]\s?[<=>]\s?0?\.?\d"
)
"""What a study that is only planned cannot report."""
OPINION_TITLE = Cue(
    r"""^(?!.*\b(?:trials?|randomi[sz]ed|controlled(?![\ -]release)|blind(?:ed)?|stud(?:y|ies)|cohort
    |meta-analysis|systematic)\b)(?:.*(?::|\.)\ (?:an?\ )?(?:(?!chart|records?
    |retrospective)[\w-]+\ ){0,2}?(?:review|overview|update)\b|(?:an?\ )?(?:(?!chart|records?|retrospective
    |case)[\w-]+\ ){0,2}?review\ of\ (?!(?:[\w-]+\ ){0,3}?(?:patients|cases|charts|records)\b)
    |.*\b(?:(?:re)?appraisal|(?:re-?)?evaluation)\ of\ its\b|.*\brisk-benefit\ assessment\ of\b|.*\bupdate\.?$
    |.*\btreatment\ options\b|.*\bevolving\ role\b|.*:\ an?\ new\ (?:therapy|treatment|option)\b)"""
)
"""A title that calls its text a review: the trials it names are others', whatever words of method it holds."""
SPOTLIGHT_TITLE = Cue(
    r"(?:clinical\ )?trials?\ update\b|spotlight\ on\b|motion\ ?[-—:]+|debate\b",
    ("update", "spotlight", "motion", "debate", "arguments"),
)
"""A title that calls its text a report on others' trials, or one side of a debate."""
CHART_REVIEW_TITLE = Cue(
    r"retrospective\ (?:[\w-]+\ ){0,2}?review\b(?!\ of\ (?:the\ )?literature)",
    ("review",),
)
"""A review of what was done with patients, which is no review of the literature."""
REVIEW_TITLE = Cue(
    r"""current\ (?:[\w-]+\ ){0,2}?consensus\b|evidence\ from\ (?:clinical\ )+trials\b|overview\ of\b|(?:current
    |recent|new)\ (?:[\w-]+\ ){0,3}?(?:concepts?|advances|directions?|strateg(?:y|ies)|approaches)\b|trends\ in\b
    |diagnosis\ and\ (?:[\w-]+\ )?treatment\.?$"""
)
REVIEW = Cue(
    r"""this\ (?:[\w-]+\ ){0,3}?review(?!e[dr])|this\ paper\ (?:[\w-]+\ ){0,2}?(?:summari[sz]es|explores)
    |we\ (?:\w+ly\ )?review\b(?!ed)|(?:are|were)\ (?:then\ )?reviewed\b(?!\ (?:for|by|to|retrospectively))
    |the\ (?:[\w-]+\ ){0,2}?literature\ (?:was|on\ [^.]{1,80}\ was)\ (?:\w+\ )?reviewed""",
    ("review", "overview", "this ", "discuss", "summari", "outline", "present"),
)
OWN_STUDY = Cue(
    rf"""n\s?=\s?\d|p\s?[<=>≤]\s?0?[.·]\d|p\ values?\b|{_COUNT}\ (?:[\w-]+\ ){{0,4}}?(?:{_STUDIED}|cases)\b
    |we\ (?:\w+\ )?(?!review|discuss|summar|outline|suggest|believe|recommend|propose|consider|conclude|focus)
        [a-z]+(?:ed|ought|ook|ound)\b
    |we\ (?:here\ )?(?:report|describe|present|show|find|studied|gave)\b
    |(?:this|it)\ (?:was|is)\ an?\ (?:[\w-]+,?\ ){{0,6}}?(?:study|trial)\b
    |(?:this|our|the\ present|present)\ (?:[\w-]+,?\ ){{0,4}}?
        (?:study|trial|experiments?|investigation|survey|cohort|analysis)\b
    |(?:{_STUDIED}|patient)\ (?:[^.;]{{0,60}}?\ )?(?:was|were|received|underwent|took)\b
    |(?:was|were)\ (?:\w+ly\ )?(?:randomi|measured|assess|record|determin|evaluat|obtain|collect|perform
        |administer|analy
        |compar|treat|follow|studied|included|enrol|given|assign|examin|investigat|divid|exposed|interview)\w*
    |(?:study|trial)\ (?:was|were)\ (?:conducted|performed|carried|undertaken|done|designed)\b
    |to\ (?:evaluate|assess|determine|investigate|examine|study|test)\b""",
)
"""What an abstract on the literature alone does not hold: people counted, tests, what the authors did."""
LITERATURE = Cue(
    r"""(?:trials|studies)\ (?:[\w-]+\ ){0,6}?(?:have|show\w*|suggest\w*|indicat\w*)\b|(?:in|from
    |by)\ (?:[\w-]+,?\ ){0,4}?(?:trials|literature)\b|(?:treatment|therapy|drugs|agents
    |options)\ (?:[\w-]+\ ){0,4}?(?:should|is|are)\b""",
    ("trials", "studies", "literature", "treat", "therap", "manage", "drugs", "agents", "options"),
)
"""What it holds instead."""
_ADVERBS = r"(?:(?:also|now|still|not|\w+ly|be|an?|the|more|most|as)\ ){0,4}"
STATEMENT = Cue(
    rf"""(?:is|has\ been|remains?)\ {_ADVERBS}(?:effective|superior|shown|reported|likely|contraindicated)\b
    |(?:may|should|can)\ (?:\w+ly\ )?(?:be|cause|offer)\b"""
)
"""What is held in general, and of nobody in particular: "is effective", "should be avoided"."""
OF_TREATMENT = Cue(r"patients?\b|treatments?\b|therapeutic\b|clinical\b", ("patient", "treat", "therap", "clinic"))
NAMED_STUDY = re.compile(r"\b(?:in|from)\ the\ (?P<name>[\w-]+)\ (?:study|trial)\b")
"""Another's study by its name; two of them are told by a summary alone."""
NO_NAME = frozenset(
    """present current same first second other randomized randomised clinical controlled pilot main whole entire
    original
    double-blind placebo-controlled crossover cross-over open-label prospective retrospective pivotal treatment
    multicenter multicentre extension core parent initial latter former""".split()  # noqa: SIM905
)
NAMED_SENTENCE = re.compile(r"[^.]*\b(?:in|from)\ the\ [\w-]+\ (?:study|trial)\b(?:[^.]|\.(?=\d))*")
COHORT_TITLE = Cue(
    r"cohort\ study\b|retrospective\ (?:[\w-]+\ ){0,2}?(?:study|analysis)\b",
    ("cohort", "observational", "retrospective"),
)
"""A title that calls its study so, whatever trial its people came from."""

# ------------------------------------------------------------------------------------------------ trials
BEFORE, AFTER = 60, 90
"""Characters before and after a cue in which it may be taken back."""
ASSIGNED = Cue(
    r"""we\ (?:\w+ly\ )?randomi[sz]ed\b
    |(?<!not\ )(?<!non-)randomly\ (?:and\ [\w-]+\ )?(?:re-?|pre-?)?(?:assign|allocat|divid|receiv|given|administ
        |distribut|treat|group|split|separat
        |placed|categor|classif|enrol|put|inject|to\ )\w*
    |(?:assign|allocat|divid|separat|treat)\w+\ (?:[\w-]+\ ){0,2}?(?:randomly|at\ random)\b
    |(?<![\w-])(?<!not\ )randomi[sz]ed(?:[,:;]?\ (?:\(\d[^)]*\)\ )?(?:to|into|in\ (?:a|\d)|between|after|either
        |equally|subjects|patients|women|men|children
        |participants|adults|volunteers|individuals|infants|\d+)\b)
    |(?:was|were|underwent|be|been)\ (?:[\w-]+\ )?(?<!not\ )randomi[sz]ed\b|(?:was
        |were)\ (?:[\w-]+,\ ){1,3}randomi[sz]ed\b
    |randomi[sz]ed\ them\b|(?:after|following)\ randomi[sz]ation,?\ (?:the\ )?(?:patients|subjects|participants|women
        |children)\b
    |randomi[sz]ation\ (?:was|to|\(|list
        |ratio|in\ a|of\ patients)
    |(?:random|randomi[sz]ed|counterbalanced)\ (?:order|allocation|assignment|sequence)\b|latin[\ -]square\b
        |randomi[sz]ed\ withdrawal\b""",
    ("random", "latin", "counterbal"),
)
"""People were assigned by chance: said of a study's own participants."""
CONTROLLED = Cue(
    rf"""(?<![\w-])randomi[sz]ed(?:,|/)?\ {_WORDS_OF_A_STUDY}(?:trial|study|comparison|experiment|design|phase
        |investigation|fashion|manner|evaluation|group|arm
        |protocol|period|cross-?over|rct|pilot|intervention)\b
    |(?:double|single|triple|observer|evaluator|investigator|rater|assessor)[\ -]?(?:blind|mask)(?:ed|ly|ness)?\b
        |placebo[\ -]controlled\b
    |(?:received|given|or|versus|vs\.?|with|and|to|matching|than|on)\ (?:an?\ |matching\ |the\ )?placebo\b
        |cross-?over\ (?:trial|study|design|fashion|manner)\b""",
    ("random", "blind", "mask", "placebo", "cross"),
)
CONTROLLED_TITLE = Cue(
    r"""(?<!non-)(?<!mendelian\ )randomi[sz]ed\b|randomly\b|(?:double|single|triple|observer)[\ -]?(?:blind
        |mask)\w*|placebo[\ -]controlled\b|rct\b
    |(?:versus|vs\.?|and)\ placebo\b|controlled\ cross-?over\b""",
    ("random", "blind", "mask", "placebo", "rct", "cross"),
)
"""Names of designs, which may be those of other studies: see ``OTHERS_AFTER`` and ``OTHERS_BEFORE``."""
OTHERS_AFTER = re.compile(
    r"""^[^.;]{0,60}?\b(?:trials|rcts|studies)\b
    |^[^.;]{0,70}?\b(?:(?:is|are|be|seems?)\ (?:\w+\ )?(?:needed|warranted|required|recommended|necessary|desirable
        |justified
        |indicated|planned|proposed|awaited|lacking|ongoing|under\ ?way)|should\ be|would\ be|to\ be\ (?:started
        |performed))""",
    re.VERBOSE,
)
OWN_BEFORE = re.compile(
    r"\b(?:two|three|these|both|our|2|3|the present|identical|parallel|replicate)\W+(?:[\w-]+,?\W+){0,5}$"
)
OTHERS_BEFORE = re.compile(
    r"\b(?:further|future|larger|(?<!\bthis )(?<!ed a )large|additional|more|propose[ds]?|needs?|need for"
    r"|await\w*|require[sd]?|until|lack of|absence of"
    r"|other|another|previous|earlier|several|recent|no|many|published|existing|available|few)\W+(?:[\w-]+,?\W+){0,3}$"
    r"|\b(?:warrant\w*|(?:further|future) stud(?:y|ies))\W+(?:[\w-]+,?\W+){0,8}$"
    r"|\b(?:trials|studies) (?:compar\w+|using|that|which|have|show\w*) (?:[\w-]+ ){0,4}$"
)
TRIAL = Cue(
    r"""open[\ -]?label(?:ed)?\b|phase[\ -](?:i{1,3}|[1-4])(?:/[1-4][ab]?)?\b\ (?:[\w-]+\ ){0,4}?(?:trial|study)
    |single[\ -]arm\b|non-?randomi[sz]ed\b[^.]{0,60}?\bstudy\b|open(?:,)?\ (?:(?!cohort
    |observational)[\w-]+,?\ ){0,4}?(?:trial|study)\b|uncontrolled\ (?:[\w-]+\ )?study\b|(?:clinical|controlled
    |comparative|this)\ trial\b(?!\ (?:data|design|methodolog|registr))|healthy\ (?:[\w-]+\ ){0,2}?(?:volunteers
    |subjects)\b|extension\ study\b|clinicaltrials\.gov\b|patients\ (?:[\w-]+\ ){0,4}?were\ (?:treated\ with
    |given)\b|we\ (?:treated|gave)\ (?:[\w-]+\ ){0,3}?\d+\ (?:[\w-]+\ ){0,4}?patients\b""",
    ("open", "phase", "trial", "study", "healthy", "treated", "given", "tolerated", "single", "compar"),
)

REGIMEN = re.compile(
    r"\d\s?(?:mg|microg|mcg|µg|g|iu|ml)\b|\b(?:for|after|of)\s\S+\s(?:weeks|months|days|wk)\b|\bbaseline\b"
    r"|(?:-|\s)daily\b"
    r"|\d-(?:month|week|day)s?\b"
)
"""A dose, a time or a comparison with before: what a treatment that was studied comes with."""
_MANY = r"""(?:[5-9]|\d\d[\d,]*|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen
        |(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[-\ ]\w+)?|(?:\w+\ )?hundred)"""
_ASKED = r"(?:evaluated|studied|investigated|examined|tested|assessed|compared)"
GIVEN = Cue(
    rf"""{_MANY}\ (?:[\w-]+\ ){{0,4}}?{_STUDIED}\ (?:(?:[^.;]
        |\b[a-z]\.\ ){{0,100}}?\ )?(?:were\ (?:[\w-]+\ )?(?:treated|given|enrol+ed|included\ in\ each\ group)
        |have\ been\ treated|(?<!who\ )received|underwent)\b
    |{_STUDIED}\ \(n\s?=\s?\d+\)\ (?:[^.;]{{0,100}}?\ )?(?:were\ (?:[\w-]+\ )?(?:treated|given)|received)\b
    |we\ (?:\w+ly\ )?(?:treated|gave|administered|enrol+ed
        |recruited)\b[^.;]{{0,60}}?\b{_MANY}\ (?:[\w-]+\ ){{0,4}}?{_STUDIED}\b
    |(?:was|were)\ (?:[\w-]+\ )?(?:given
        |administered)\ [^.;]{{0,100}}?\bto\ (?:the\ )?{_MANY}\ (?:[\w-]+,?\ ){{0,5}}?{_STUDIED}\b
    |(?:effects?|efficacy|influence|action|response|safety|tolerability|pharmacokinetics)\ of\ [^.;]{{0,120}}?\b
        (?:was|were)\ (?:[\w-]+\ )?{_ASKED}\ [^.;]{{0,60}}?\bin\ (?:the\ )?{_MANY}\ (?:[\w-]+,?\ ){{0,5}}?{_STUDIED}\b
    |(?:we|study)\ (?:\w+\ ){{0,2}}?{_ASKED}\ the\ (?:[\w-]+\ ){{0,3}}?(?:effects?|efficacy|response|influence)\b
        [^.;]{{0,160}}?\ in\ {_MANY}\ (?:[\w-]+,?\ ){{0,5}}?{_STUDIED}\b""",
)
"""People who got a treatment, in a text that says neither how they were chosen nor how they were watched."""
HARM_TITLE = Cue(r"(?:[\w-]+-)?(?:induced|associated|related)\b|toxicity|adverse|side\ effects")
"""A text on people who had been treated before, whatever came of it."""
HEALTHY = Cue(
    r"healthy\ (?:[\w-]+,?\ ){0,3}?(?:volunteers?|subjects|men|women|adults|participants)\b|normal\ subjects\b",
    ("healthy", "normal"),
)
OF_PATIENTS = Cue(
    rf"""{_COUNT}\ (?:(?!healthy|normal)[\w-]+\ ){{0,4}}?patients\b
    |(?<!in\ )patients\ (?:[\w-]+\ ){{0,5}}?(?:were\ (?!more|less|similar)|received)\b""",
    ("patients", "cases"),
)
"""Whom a study was made in: people without a disease, and people with one."""

# ------------------------------------------------------------------------------------------------ observation
CASE_REPORT_TITLE = Cue(
    r"""case\ reports?\b|(?<!the\ )(?<!in\ )an?\ (?:[\w-]+\ ){0,2}?case\ of\b
    |report\ of\ a\ (?:[\w-]+\ ){0,2}?case\b|in\ an?\ (?:[\w-]+\ ){0,3}?(?:patient|newborn)\b
    |(?<=:\ )(?:an?\ )?(?:[\w-]+\ )?case\b(?![\ -](?:control|cohort|cross))""",
    ("case", " in a", "year", "report"),
)
CASE_REPORT = Cue(
    r"""(?:we|authors?|i)\ (?:here\ |hereby\ |\w+ly\ )?(?:report|describe|present)(?:ed)?\ (?:here\ |on\ )?(?:an?
        |the|one)\ (?!cases|series|method|model)
        (?:[\w-]+\ ){0,5}?(?:case|patient|man|woman|boy|girl|child|infant|neonate|male|female|\d+-)\b
    |(?:an?|the|this)\ (?:[\w-]+\ ){0,3}?\d{1,3}[\ -](?:year|month|day|week
        |yr)s?[\ -]?old\ (?:[\w-]+\ ){0,4}?(?:man|woman|boy|girl|male|female|patient|child|infant
        |lady|gentleman|with|who)\b
    |case\ (?:report|presentation|summary)\b|(?:this|our|one)\ case\ (?:is|was|report\w*|suggests|illustrates
        |demonstrates|highlights|emphasi[sz]es)\b
    |(?:a|one)\ (?:[\w-]+\ )?(?:patient|case)\ (?:with|of)\ [^.]{1,80}\ (?:is|was)\ (?:reported|described
        |presented)\b""",
    ("case", "patient", "old", "report", "describ", "present"),
)
CASE_SERIES_TITLE = Cue(
    rf"case\ series\b|{_NUMBER}\ (?!different)(?:[\w-]+\ )?(?:cases|case\ studies)\b|{_NUMBER}\ patients\b",
    ("case", "patients", "series"),
)
CASE_SERIES = Cue(
    rf"""(?:we|authors?)\ (?:\w+ly\ )?(?:report|describe|present)(?:ed)?
        \ (?:here\ |on\ )?(?:our\ )?
        (?:the\ (?:[\w-]+\ ){{1,4}}?(?:findings|features|course|histor(?:y|ies))\ (?:in|of)\ )?
        (?:a\ series\ of|{_NUMBER})\ (?:[\w-]+\ ){{0,4}}?
        (?:cases|patients|children|women|men|infants|siblings)\b|case\ series\b
    |we\ (?:\w+ly\ )?(?:report|describe|present)(?:ed)?\ (?:[\w-]+\ ){{1,7}}?(?:in|of|on|from)
        \ {_NUMBER}\ (?:[\w-]+\ ){{0,3}}?
        (?:cases|patients|children|women|men|infants|siblings)\b
    |(?:cases|patients)\ (?:[^.]{{1,60}}\ )?are\ (?:\w+\ )?(?:reported|described|presented)\b""",
    ("case", "patients", "series", "report", "describ"),
)
COHORT = Cue(
    r"""cohort\b|prospective(?:ly)?\ (?:[\w-]+,?\ ){0,3}?(?:study|evaluat\w+)\b|retrospective(?:ly)?\b
    |observational\ study\b|registry\b|national\ (?:[\w-]+\ )?registers?\b|\d+[\ -]months?\ follow[\ -]?up\ of\b
    |medical\ records\b|chart\ review\b|population-based\b|propensity\b""",
    ("cohort", "spective", "observ", "regist", "data", "follow", "record", "chart", "population", "propens", "longit"),
)
COHORT_STUDY = Cue(r"(?:an?|this|our)\ (?:[\w-]+,?\ ){0,5}?cohort\ study\b", ("cohort study",))
CASE_CONTROL = Cue(
    r"""case[\ -]control(?:led)?\b|matched\ controls\b
    |cases\ (?:of\ [^.;]{0,40}\ )?were\ matched\ with\ [^.;]{0,30}controls\b""",
    ("control",),
)
CROSS_SECTIONAL = Cue(
    r"cross[\ -]sectional\b|survey(?:ed)?\b|questionnaires?\ was\ mailed",
    ("cross", "survey", "question", "prevalence", "ecolog"),
)

# ------------------------------------------------------------------------------------------------ laboratory
LABORATORY = Cue(
    r"""in\ vitro\b|ex\ vivo\b|cell\ (?:lines?|cultures?)\b|(?:hela|k562)\b|incubated\b
    |cultured\ (?:[\w-]+\ ){0,4}?(?:cells|neurons|hepatocytes|fibroblasts|keratinocytes)\b
    |western\ blot|transfect\w+|binding\ assays?|mrna\ expression|rnai|(?:leuk(?:a)?emi[ac]|cancer)\ cells"""
)
IN_SILICO = Cue(r"in\ silico\b|molecular\ (?:docking|dynamics)\b|virtual\ screening\b")
WORD = re.compile(r"[a-z]+")
ANIMALS = frozenset(
    """rat rats mice mouse murine rodent rodents rabbit rabbits hamster hamsters gerbil gerbils dog dogs
    beagle canine cat cats feline pig pigs minipigs piglet piglets swine porcine sheep lamb lambs ovine ewes
    monkey monkeys macaque macaques rhesus baboon baboons marmoset marmosets zebrafish drosophila elegans
    chick chicks chicken chickens ferret ferrets frog frogs xenopus horse horses equine calves cow cows cattle
    bovine goat goats quail sprague dawley wistar animals""".split()  # noqa: SIM905
)
ABBREVIATION = re.compile(r"\b[A-Z]{1,3}[a-z]+[A-Z]\w*")
"""What reads like an animal in small letters only: "LAmB" is a drug."""
NOT_STUDIED = frozenset(
    """monoclonal antibody antibodies anti serum igg bite bites allergy allergen owner owners scan scans hair
    dander exposure virus poisoning fever lymphoma""".split()  # noqa: SIM905
)
"""After the name of an animal: it is not what was studied."""
PEOPLE = frozenset(
    """patient patients women woman men man adults children child infants infant neonates newborns adolescents
    boys girls boy girl participants volunteers people persons individuals outpatients inpatients smokers
    veterans students hospital hospitals hospitalized hospitalised hospitalization clinic clinics mothers
    residents consumers""".split()  # noqa: SIM905
)
