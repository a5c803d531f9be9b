"""The words by which a title or an abstract shows how a study was made.

What belongs here: words and the shapes of phrases. What follows from them, and in which order they are asked, is in
``study_design``. All run over lower-case text; what matches is the cue a reader is shown. Every pattern opens with one
word boundary for all its alternatives and names stems of which a text must hold one: that is what makes it quick.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ...text.counts import COUNT


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


_WORDS_OF_A_STUDY = r"(?:(?!trials\b|studies\b)[\w-]+[,/)]?\ (?:and\ )?){0,9}?"
_STUDIED = (
    r"(?:patients|subjects|participants|volunteers|women|men|children|infants|adults|outpatients|inpatients"
    r"|individuals)"
)

# ------------------------------------------------------------------------------------------------ syntheses, guidance
META_ANALYSIS_TITLE = Cue(r"meta-?\ ?analy(?:sis|ses|tic)\b|pooled\ analysis\b", ("analy",))
SYSTEMATIC_TITLE = Cue(r"systematic\ (?:\w+\ )?(?:over|re)view\b|scoping\ review\b", ("view",))
SEARCHED = Cue(r"search\w*\ (?:[^.]{0,120}?\b)?(?:medline|pubmed|embase|cochrane)\b", ("search",))
"""A told search of the literature, which makes a review systematic."""
GUIDELINE_TITLE = Cue(r"(?:clinical|practice|treatment)\ guidelines?\b|guidelines?\ for\ ", ("guideline",))
PROTOCOL_TITLE = Cue(
    r"(?:study|trial|review)\ protocol\b|protocol\ (?:for|of)\ an?\b|rationale(?:,|\ and)\ (?:study\ )?design\b"
    r"|design\ of\ (?:a|the)\b[^:]{0,80}\b(?:trial|study)\b",
    ("protocol", "design"),
)
PLANNED = Cue(
    r"(?:patients|participants|subjects)\ will\ be\ (?:\w+ly\ )?(?:randomi|recruit|enrol|assign)"
    r"|this\ is\ (?:a|the)\ protocol\ for\b",
    ("will be", "protocol"),
)
REVIEW_TITLE = Cue(
    r"""overview\ of\b|trends\ in\b|evidence\ from\ (?:clinical\ )?trials\b
    |(?:current|recent|new)\ (?:[\w-]+\ ){0,3}?(?:concepts?|advances|directions?|strateg(?:y|ies)|approaches)\b"""
)
REVIEW = Cue(r"this\ (?:[\w-]+\ ){0,3}?review(?!e[dr])|we\ (?:\w+ly\ )?review\b(?!ed)", ("review",))
OWN_STUDY = Cue(
    rf"""n\s?=\s?\d|{COUNT}\ (?:[\w-]+\ ){{0,4}}?(?:{_STUDIED}|cases)\b
    |we\ (?:\w+\ )?(?!review|discuss|summar|outline|suggest|believe|recommend|propose|consider|conclude|focus)
        [a-z]+(?:ed|ought|ook|ound)\b
    |we\ (?:here\ )?(?:report|describe|present|show|find|studied|gave)\b
    |(?:this|our|the\ present|present)\ (?:[\w-]+,?\ ){{0,4}}?
        (?:study|trial|experiments?|investigation|survey|cohort|analysis)\b
    |to\ (?:evaluate|assess|determine|investigate|examine|study|test)\b""",
)
"""What an abstract on the literature alone does not hold: people counted, tests, what the authors did."""
LITERATURE = Cue(
    r"""(?:trials|studies)\ (?:[\w-]+\ ){0,6}?(?:have|show\w*|suggest\w*|indicat\w*)\b
    |(?:treatment|therapy|drugs|agents|options)\ (?:[\w-]+\ ){0,4}?(?:should|is|are)\b""",
    ("trials", "studies", "treat", "therap", "drugs", "agents", "options"),
)
"""What it holds instead."""
OF_TREATMENT = Cue(r"patients?\b|treatments?\b|therapeutic\b|clinical\b", ("patient", "treat", "therap", "clinic"))

# ------------------------------------------------------------------------------------------------ trials
BEFORE, AFTER = 60, 90
"""Characters before and after a cue in which it may be taken back."""
ASSIGNED = Cue(
    r"""we\ (?:\w+ly\ )?randomi[sz]ed\b|(?:were|was)\ (?:\w+ly\ )?(?<!not\ )randomi[sz]ed\b
    |(?<!not\ )(?<!non-)randomly\ (?:and\ [\w-]+\ )?(?:re-?|pre-?)?(?:assign|allocat|divid|receiv|given|administ
        |distribut|treat|group|split|separat|placed|categor|classif|enrol|put|inject|to\ )\w*
    |(?<![\w-])(?<!not\ )randomi[sz]ed(?:[,:;]?\ (?:\(\d[^)]*\)\ )?(?:to|into|in\ (?:a|\d)|between|after|either
        |equally|subjects|patients|women|men|children|participants|adults|volunteers|individuals|infants|\d+)\b)
    |(?:random|randomi[sz]ed|counterbalanced)\ (?:order|allocation|assignment|sequence)\b|latin[\ -]square\b""",
    ("random", "latin", "counterbal"),
)
"""People were assigned by chance: said of a study's own participants."""
CONTROLLED = Cue(
    rf"""(?<![\w-])randomi[sz]ed(?:,|/)?\ {_WORDS_OF_A_STUDY}(?:trial|study|comparison|experiment|design|phase
        |investigation|fashion|manner|evaluation|group|arm|protocol|period|cross-?over|rct|pilot|intervention)\b
    |(?:double|single|triple|observer|evaluator|investigator|rater|assessor)[\ -]?(?:blind|mask)(?:ed|ly|ness)?\b
    |placebo[\ -]controlled\b
    |(?:received|given|or|versus|vs\.?|with|and|to|matching|than|on)\ (?:an?\ |matching\ |the\ )?placebo\b
    |cross-?over\ (?:trial|study|design|fashion|manner)\b""",
    ("random", "blind", "mask", "placebo", "cross"),
)
CONTROLLED_TITLE = Cue(
    r"""(?<!non-)(?<!mendelian\ )randomi[sz]ed\b|randomly\b|(?:double|single|triple)[\ -]?(?:blind|mask)\w*
    |placebo[\ -]controlled\b|rct\b|(?:versus|vs\.?|and)\ placebo\b|controlled\ cross-?over\b""",
    ("random", "blind", "mask", "placebo", "rct", "cross"),
)
"""Names of designs, which may be those of other studies: see ``OTHERS_AFTER`` and ``OTHERS_BEFORE``."""
OTHERS_AFTER = re.compile(
    r"""^[^.;]{0,60}?\b(?:trials|rcts|studies)\b
    |^[^.;]{0,70}?\b(?:(?:is|are|be|seems?)\ (?:\w+\ )?(?:needed|warranted|required|recommended|necessary|desirable
        |justified|indicated|planned|proposed|awaited|lacking|ongoing|under\ ?way)|should\ be|would\ be)""",
    re.VERBOSE,
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
    |single[\ -]arm\b|open,?\ (?:(?!cohort|observational)[\w-]+,?\ ){0,4}?(?:trial|study)\b
    |uncontrolled\ (?:[\w-]+\ )?study\b|(?:clinical|controlled|comparative|this)\ trial\b(?!\ (?:data|design|registr))
    |healthy\ (?:[\w-]+\ ){0,2}?(?:volunteers|subjects)\b|extension\ study\b|clinicaltrials\.gov\b
    |patients\ (?:[\w-]+\ ){0,4}?were\ (?:treated\ with|given|enrolled)\b""",
    ("open", "phase", "trial", "study", "healthy", "treated", "given", "enrolled", "single"),
)
HEALTHY = Cue(
    r"healthy\ (?:[\w-]+,?\ ){0,3}?(?:volunteers?|subjects|men|women|adults|participants)\b|normal\ subjects\b",
    ("healthy", "normal"),
)
OF_PATIENTS = Cue(r"(?<!in\ )patients\ (?:[\w-]+\ ){0,5}?(?:were\ (?!more|less|similar)|received)\b", ("patients",))
"""Whom a study was made in: people without a disease, and people with one."""

# ------------------------------------------------------------------------------------------------ observation
CASE_REPORT_TITLE = Cue(r"case\ reports?\b|in\ an?\ (?:[\w-]+\ ){0,3}?(?:patient|newborn)\b", ("case", " in a"))
CASE_REPORT = Cue(
    r"""(?:we|authors?|i)\ (?:here\ |hereby\ |\w+ly\ )?(?:report|describe|present)(?:ed)?\ (?:here\ |on\ )?(?:an?
        |the|one)\ (?!cases|series|method|model)
        (?:[\w-]+\ ){0,5}?(?:case|patient|man|woman|boy|girl|child|infant|neonate|male|female|\d+-)\b
    |(?:an?|the|this)\ (?:[\w-]+\ ){0,3}?\d{1,3}[\ -](?:year|month|day|week
        |yr)s?[\ -]?old\ (?:[\w-]+\ ){0,4}?(?:man|woman|boy|girl|male|female|patient|child|infant
        |lady|gentleman|with|who)\b
    |case\ (?:report|presentation|summary)\b""",
    ("case", "patient", "old", "report", "describ", "present"),
)
CASE_SERIES = Cue(
    rf"""(?:we|authors?)\ (?:\w+ly\ )?(?:report|describe|present)(?:ed)?
        \ (?:here\ |on\ )?(?:our\ )?
        (?:the\ (?:[\w-]+\ ){{1,4}}?(?:findings|features|course|histor(?:y|ies))\ (?:in|of)\ )?
        (?:a\ series\ of|{COUNT})\ (?:[\w-]+\ ){{0,4}}?
        (?:cases|patients|children|women|men|infants|siblings)\b|case\ series\b""",
    ("case", "patients", "series", "report", "describ"),
)
COHORT = Cue(
    r"""cohort\b|prospective(?:ly)?\ (?:[\w-]+,?\ ){0,3}?(?:study|evaluat\w+)\b|retrospective(?:ly)?\b
    |observational\ study\b|registry\b|national\ (?:[\w-]+\ )?registers?\b|\d+[\ -]months?\ follow[\ -]?up\ of\b
    |medical\ records\b|chart\ review\b|population-based\b|propensity\b""",
    ("cohort", "spective", "observ", "regist", "follow", "record", "chart", "population", "propens"),
)
COHORT_STUDY = Cue(r"(?:an?|this|our)\ (?:[\w-]+,?\ ){0,5}?cohort\ study\b", ("cohort study",))
CASE_CONTROL = Cue(r"case[\ -]control(?:led)?\b|matched\ controls\b", ("control",))
CROSS_SECTIONAL = Cue(r"cross[\ -]sectional\b|survey(?:ed)?\b|questionnaires?\ was\ mailed", ("cross", "sur", "quest"))

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
