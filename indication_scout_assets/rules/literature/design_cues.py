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
    rf"""(?:analys[ie]s|pooling)\ of\ individual\ (?:patient|participant)s?\ data|individual\ (?:patient
        |participant)\ data
        \ (?:from|of)\b
    |(?:this|our|was\ a)\ pooled,?\ (?:[\w-]+,?\ ){{0,2}}?analysis\b
    |analy[sz](?:is|es|ing|ed)\ (?:of\ )?pooled\b(?!\ (?:[\w-]+\ ){{0,4}}?(?:groups?|arms?|doses?)\b)
    |{_TRIALS_OF_MANY}\ (?:\([^()]*\)\ )?(?:of\ [^.;]{{0,80}}\ )?were\ (?:\w+ly\ )?(?:examined|analy[sz]ed|pooled)\b
    |(?:using|based\ on)\ (?:the\ )?(?:data|results)\ (?:from|of)\ {_TRIALS_OF_MANY}
    |(?<!been\ )(?:assessed|evaluated|examined|analy[sz]ed|determined)\ (?:in|across)
        \ (?:[\d,]+\ (?:[\w-]+\ ){{1,3}}?(?:in|from|across)\ )?{_TRIALS_OF_MANY}
    |analys[ie]s\ (?:(?:used|uses|included)\ (?:the\ )?(?:data|results)\ (?:of|from)|of)\ {_TRIALS_OF_MANY}
    |data\ (?:from|of)\ (?:{_TRIALS_OF_MANY}|all\ (?:[\w-]+,?\ ){{0,4}}?trials\b)[^.]{{0,140}}?\b(?:were|was)
        \ (?:\w+ly\ )?(?:pooled|combined|analy[sz]ed|included|integrated)\b
    |(?:entire|integrated|whole|development)\ (?:[\w-]+,?\ ){{0,5}}?(?:trials?|safety)\ database\b""",
    ("trials", "studies", "individual", "database", "pooled"),
)
"""The same, of three trials or more, in other words."""
META_ANALYSIS_TITLE = Cue(r"meta-?\ ?analy(?:sis|ses|tic)\b", ("analy",))
COCHRANE = ("cochrane database", "the cochrane database")
"""How the names of a journal of systematic reviews begin."""
SYSTEMATIC_TITLE = Cue(
    r"""(?:systematic|scoping|umbrella|cochrane|rapid|integrative|comparative\ effectiveness)\ (?:[\w-]+\ ){0,3}?
        (?:re)?(?:over)?views?\b
    |systematic(?:ally)?\ (?:[\w-]+\ ){0,2}?(?:review\w*|search|overview)\b|evidence\ (?:synthesis|map)\b
    |(?:health\ )?technology\ assessment\b|evidence-based\ review\b
        |review\ of\ (?:the\ )?(?:[\w-]+\ ){0,4}?(?:trials|rcts)\b""",
    ("review", "overview", "evidence", "technology", "systematic"),
)
SYSTEMATIC = Cue(
    r"""(?:this|our|we\ (?:\w+\ ){1,4}(?:a|the))\ (?:[\w-]+\ ){0,3}?systematic(?:ally)?\ (?:[\w-]+\ ){0,3}?review
    |systematic(?:\ literature)?\ review\ (?:was|and)\b|systematically\ (?:review|search)ed
        |systematic\ (?:[\w-]+\ ){0,2}?search
    |(?:we|were|was|by|computer\w*|literature|systematic\w*|additional)\ search\w*\ (?:[^.]{0,120}?\b)?
        (?:medline|pubmed|embase|cochrane|cinahl|web\ of\ science|scopus)\b
    |(?:medline|pubmed|embase|cochrane\ (?:\w+\ ){0,4}?(?:register|library)|cinahl)\b[^.]{0,150}?\b(?:was|were)\ search
    |(?:selection|inclusion|eligibility)\ criteria:?\ [^.]{0,70}?\b(?:trials|studies)\b
    |(?:findings|results)\ of\ (?:an?|the|our)\ (?:[\w-]+\ )?(?:systematic|cochrane)\ (?:\(\w+\)\ )?review\b
    |reviewers\ independently\b|search\ strategy\b|data\ sources:\ [^.]{0,60}?\b(?:medline|pubmed|embase|cochrane)\b""",
    ("systematic", "search", "medline", "pubmed", "embase", "cochrane", "criteria", "reviewers"),
)
SEARCHED = Cue(r"(?:medline|embase)\ (?:literature\ )?search(?:es)?\b", ("medline", "embase"))
"""What reports of cases do as well."""
GUIDELINE_TITLE = Cue(
    r"""(?:practice|clinical|treatment|management|international|national|european|american|canadian|\d{4})
        \ (?:[\w-]+\ ){0,3}?guidelines?\b(?!-)
    |guidelines?\ (?:for|on|from)\ |guidelines?\.?$|practice\ parameters?\b|recommendations\ (?:for|on
        |of)\b(?=.*\bsociety\b)
    |(?:consensus|position|scientific)\ (?:[\w-]+\ )?(?:statements?|guidelines?|recommendations?|conference|paper)\b
    |(?:expert|delphi)\ consensus\b""",
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
    r"""^(?!.*\b(?:trials?|randomi[sz]ed|controlled(?![\ -]release)|blind(?:ed)?|stud(?:y|ies)|cohort|meta-analysis
        |systematic)\b)
    (?:.*(?::|\.)\ (?:an?\ )?(?:(?!chart|records?|retrospective)[\w-]+\ ){0,2}?(?:review|overview|update)\b
    |(?:an?\ )?(?:(?!chart|records?|retrospective|case)[\w-]+\ ){0,2}?review\ of\ (?!(?:[\w-]+\ ){0,3}?(?:patients
        |cases|charts|records)\b)
    |.*\b(?:review|update|(?:re)?appraisal|(?:re-?)?evaluation|assessment)\ of\ its\b|.*\brisk-benefit\ assessment\ of\b
    |.*\bupdate\.?$|.*\btreatment\ options\b
    |.*\bevolving\ role\b|.*:\ an?\ (?:new|novel)\ (?:therapy|treatment|agent|drug|option)\b|focus\ on\b)"""
)
"""A title that calls its text a review: the trials it names are others', whatever words of method it holds."""
SPOTLIGHT_TITLE = Cue(
    r"(?:clinical\ )?trials?\ update\b|spotlight\ on\b|motion(?:\ ?[-—:]+)|debate\b|arguments\ (?:against|for"
    r"|in\ favou?r)\b",
    ("update", "spotlight", "motion", "debate", "arguments"),
)
"""A title that calls its text a report on others' trials, or one side of a debate."""
CHART_REVIEW_TITLE = Cue(
    r"(?:retrospective|charts?|(?:medical|case|hospital|patient)\ records?|case[\ -]?notes?)\ "
    r"(?:[\w-]+\ ){0,2}?review\b"
    r"(?!\ of\ (?:the\ )?literature)"
    r"|review\ of\ (?:[\w-]+\ ){0,3}?(?:charts|(?:medical|patient|hospital|case)\ records)\b",
    ("review",),
)
"""A review of what was done with patients, which is no review of the literature."""
REVIEW_TITLE = Cue(
    r"""(?:an?|the|critical|literature|clinical|narrative|brief|mini-?|comprehensive|therapeutic|concise|updated?
        |state-of-the-art)\s?review\b
    |reviews?\ (?:of|on)\b|current\ (?:[\w-]+\ ){0,2}?consensus\b|evidence\ from\ (?:(?:clinical|controlled
        |randomi[sz]ed|published)\ )+(?:trials|studies)\b
    |(?:re|over)view\.?$|(?<=:\ )(?:an?\ )?(?:[\w-]+\ ){0,3}?(?:review|overview|update
        |perspectives?|primer)\b|overview\ of\b
    |(?:current|recent|new|novel|emerging|future|latest)\ (?:[\w-]+\ ){0,3}?(?:concepts?|perspectives?|advances
        |trends|directions?|developments
        |insights?|strateg(?:y|ies)|approaches|status|management|options|challenges|prospects|therapies|treatments)\b
    |(?:advances|progress|developments|trends)\ in\b|state[\ -]of[\ -]the[\ -]art\b|an?\ update\b|update\ (?:on
        |of)\b|what'?s\ new\b
    |past,\ present|lessons\ from|from\ bench\ to|where\ are\ we
        |the\ role\ of\ (?:[\w-]+\ ){1,3}in\ the\ (?:treatment|management|pathogenesis)
    |(?:pharmacology|pathophysiology|pathogenesis|epidemiology|mechanisms?
        |diagnosis)\ and\ (?:[\w-]+\ )?(?:treatment|management|therapy
        |therapeutic\ \w+|clinical\ \w+)\.?$"""
)
REVIEW = Cue(
    r"""(?:this|the\ present|our|present|current)\ (?:[\w-]+\ ){0,3}?(?:review(?!e[dr])|overview)
    |(?:this|the\ present)\ (?:article|paper|chapter|manuscript|communication|essay)\ (?:[\w-]+\ ){0,2}?
        (?:reviews|discuss\w*|summari[sz]es|describes\ the\ current|outlines|focuses|provides\ an|highlights
        |considers|examines\ the
        |explores|addresses|covers|surveys|aims\ to\ (?:review|summari[sz]e|discuss))
    |(?:here|herein),?\ (?:we|i)\ (?:\w+ly\ )?(?:review|summari[sz]e|discuss|outline)\b
    |we\ (?:will\ |\w+ly\ )?(?:review\b(?!ed)|discuss\b|summari[sz]e\b|outline\b)
    |(?:is|are|will\ be|were)\ (?:\w+ly\ |also\ |then\ )?(?:reviewed\b(?!\ (?:for|by|to|retrospectively))
        |summari[sz]ed\ (?:here|and))
    |(?:the|a|current|available|published|relevant|recent)\ (?:[\w-]+\ ){0,2}?literature\ (?:is|was
        |on\ [^.]{1,80}\ (?:is|was))\ (?:\w+\ )?reviewed
    |reviews?\ (?:the|current|recent|available)\ (?:[\w-]+\ ){0,3}?(?:literature|evidence|advances|knowledge|data
        |understanding|status|concepts
        |findings|progress|developments|role|pharmacolog\w+|use|management|treatment)\b""",
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
    r"""(?:trials|studies|literature)\ (?:[\w-]+\ ){0,6}?(?:have|has|had|show\w*|suggest\w*|indicat\w*|demonstrat\w*
        |support\w*|exists?)\b
    |(?:in|from|by)\ (?:[\w-]+,?\ ){0,4}?(?:trials|clinical\ studies|literature)\b
    |(?:treatment|therapy|management|drugs|agents|options)\ (?:[\w-]+\ ){0,4}?
        (?:includes?|should|is|are|remains?|may)\b""",
    ("trials", "studies", "literature", "treat", "therap", "manage", "drugs", "agents", "options"),
)
"""What it holds instead."""
_ADVERBS = r"(?:(?:also|now|still|not|\w+ly|be|an?|the|more|most|as)\ ){0,4}"
STATEMENT = Cue(
    rf"""(?:is|are|has\ been|have\ been|remains?|should|(?:appears?|seems?)\ to(?:\ be)?)\ {_ADVERBS}
        (?:effective|indicated|recommended|used|considered|approved|available|associated|reserved|preferred|tolerated
        |useful|safe
        |superior|shown|demonstrated|reported|proven|established|likely|first-line|treatments?|drugs?|agents?|options?
        |choice
        |receive|monitored|avoided|limited|necessary|introduced|developed|potent|selective|alternative
        |contraindicated)\b
    |(?:may|should|can)\ (?:\w+ly\ )?(?:be|have|cause|improve|reduce|receive|prevent|require|provide|help|increase
        |occur|offer)\b"""
)
"""What is held in general, and of nobody in particular: "is effective", "should be avoided"."""
OF_TREATMENT = Cue(
    r"patients?\b|treatments?\b|therap(?:y|ies|eutic)\b|clinical\b", ("patient", "treat", "therap", "clinic")
)
NAMED_STUDY = re.compile(r"\b(?:in|from)\ (?:the\ )(?P<name>[\w-]+)\ (?:study|trial)\b")
"""Another's study by its name; two of them are told by a summary alone."""
NO_NAME = frozenset(
    """present current same first second other randomized randomised clinical controlled pilot main whole entire
    original
    double-blind placebo-controlled crossover cross-over open-label prospective retrospective pivotal treatment
    multicenter multicentre extension core parent initial latter former""".split()  # noqa: SIM905
)
NAMED_SENTENCE = re.compile(r"[^.]*\b(?:in|from)\ (?:the\ )[\w-]+\ (?:study|trial)\b(?:[^.]|\.(?=\d))*")
COHORT_TITLE = Cue(
    r"(?:cohort|observational)\ study\b|retrospective\ (?:[\w-]+\ ){0,2}?(?:study|analysis)\b",
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
    r"""open[\ -]?label(?:led|ed)?\b|phase[\ -](?:i{1,3}|iv|[1-4])(?:[ab]|/(?:i{1,3}
        |[1-4])[ab]?)?\b\ (?:[\w-]+\ ){0,4}?(?:trial|study)
    |single[\ -]arm\b|dose[\ -](?:escalation|finding|ranging)\ (?:trial|study)
        |non-?randomi[sz]ed\b[^.]{0,60}?\b(?:trial|study)\b
    |open(?:,|-)?\ (?:(?!cohort|observational)[\w-]+,?\ ){0,4}?(?:trial|study)\b
        |uncontrolled\ (?:[\w-]+\ )?(?:trial|study)\b
        |pilot\ (?:clinical\ )?trial\b
    |(?:clinical|controlled|therapeutic|treatment|multi-?cent(?:er|re)|prospective|comparative|this
        |feasibility)\ trial\b(?!\ (?:data|design|methodolog|registr))
    |non-comparative\b|before[\ -]and[\ -]after\ study\b|maximum\ tolerated\ dose\b
        |healthy\ (?:[\w-]+\ ){0,2}?(?:volunteers|subjects)\b
    |extension\ (?:study|trial|phase)\b|(?:trial\ registration|clinicaltrials\.gov)\b
        |patients\ (?:[\w-]+\ ){0,4}?were\ (?:treated\ with|given)\b
    |we\ (?:treated|gave)\ (?:[\w-]+\ ){0,3}?\d+\ (?:[\w-]+\ ){0,4}?(?:patients|subjects|women|men|children)\b""",
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
    r"healthy\ (?:[\w-]+,?\ ){0,3}?(?:volunteers?|subjects|controls|men|women|adults|individuals|participants"
    r"|people|students)\b"
    r"|normal\ (?:volunteers|subjects)\b",
    ("healthy", "normal"),
)
OF_PATIENTS = Cue(
    rf"{_COUNT}\ (?:(?!healthy|normal)[\w-]+\ ){{0,4}}?(?:patients|cases|outpatients|inpatients)\b"
    r"|patients\ \(n|patients\ and\ "
    r"|(?<!in\ )(?:patients|outpatients|inpatients)\ (?:[\w-]+\ ){0,5}?"
    r"(?:were\ (?!more|less|similar)|received|underwent|took|had)\b",
    ("patients", "cases"),
)
"""Whom a study was made in: people without a disease, and people with one."""

# ------------------------------------------------------------------------------------------------ observation
CASE_REPORT_TITLE = Cue(
    r"""case\ reports?\b|case\ (?:presentation|and\ (?:literature\ )?review)\b|(?<!the\ )(?<!in\ )(?:an?|unusual
        |rare|first)\ (?:[\w-]+\ ){0,2}?case\ of\b
    |report\ of\ (?:a|an|one|1)\ (?:[\w-]+\ ){0,2}?(?:case|patient)\b|in\ an?\ (?:[\w-]+\ ){0,3}?(?:patient|man
        |woman|boy|girl|child|infant|neonate
        |newborn|adolescent)\b
    |\d+[\ -]year[\ -]old\b|(?<=:\ )(?:an?\ )?(?:[\w-]+\ )?case\b(?![\ -](?:control|cohort|cross))""",
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
    rf"case\ series\b|{_NUMBER}\ (?!different)(?:[\w-]+\ )?(?:cases|case\ (?:reports|studies))\b"
    rf"|reports?\ of\ {_NUMBER}\ (?:[\w-]+\ ){{0,2}}?patients\b|{_NUMBER}\ patients\b|case\ reports\b|a\ series\ of\b",
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
    r"""cohort\b|longitudinal\ (?:study|analysis|follow-up)\b|prospective(?:ly)?\ (?:[\w-]+,?\ ){0,3}?(?:study
        |followed|observational|evaluat\w+)\b
    |retrospective(?:ly)?\b|observational\ (?:study|data)\b|regist(?:ry|ries)\b|(?:national|birth
        |prescription|cancer|patient)\ (?:[\w-]+\ )?registers?\b|(?:claims|administrative
        |insurance)\ data(?:base)?s?\b
    |follow(?:ed)?[\ -]up\ study\b|\d+[\ -](?:months?|years?|weeks?)\ follow[\ -]?up\ of\b
    |medical\ records\b|(?:electronic\ health|chart)\ (?:records|review)\b
        |population-based\b|propensity\b""",
    ("cohort", "spective", "observ", "regist", "data", "follow", "record", "chart", "population", "propens", "longit"),
)
COHORT_STUDY = Cue(r"(?:an?|this|our)\ (?:[\w-]+,?\ ){0,5}?cohort\ study\b", ("cohort study",))
CASE_CONTROL = Cue(
    r"case[\ -]control(?:led)?\b|cases\ and\ controls\b|matched\ controls\b"
    r"|cases\ (?:of\ [^.;]{0,40}\ )?were\ matched\ (?:with|to)\ [^.;]{0,30}controls\b",
    ("control",),
)
CROSS_SECTIONAL = Cue(
    r"cross[\ -]sectional\b|survey(?:s|ed)?\b"
    r"|questionnaires?\ (?:was|were)\ (?:sent|mailed|distributed)|prevalence\ study\b|ecological\ study\b",
    ("cross", "survey", "question", "prevalence", "ecolog"),
)

# ------------------------------------------------------------------------------------------------ laboratory
LABORATORY = Cue(
    r"""in\ vitro\b|ex\ vivo\b|cell\ (?:lines?|cultures?|viability)\b|(?:primary\ )?cultures?\ of\b
        |cultured\ (?:[\w-]+\ ){0,4}?(?:cells|neurons|hepatocytes|fibroblasts
    |myocytes|astrocytes|keratinocytes)\b|(?:hek|hela|hepg2|mcf-?7|a549|cho|sh-sy5y|pc12|u937|thp-1|jurkat
        |raw\ ?264\.7|huvecs?|caco-2|k562|hl-?60)\b
    |ic\(?50\)?|isolated\ (?:[\w-]+\ ){0,3}?(?:cells|hepatocytes|microsomes|mitochondria|arteries|vessels|membranes
        |rings|strips)\b
    |western\ blot|transfect\w+|site-directed|crystal\ structure|binding\ assays?|patch[\ -]clamp|microsomes
        |recombinant\ (?:human\ )?\w+|enzyme\ kinetics
    |mrna\ expression|rnai|s[hi]rnas?|knock-?down|(?:leuk(?:a)?emi[ac]|cancer)\ cells|cloned|cdna
        |incubat(?:ed|ion)\b"""
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
