"""How directly an article or a trial speaks to a (drug, disease) pair: GRADE's indirectness by what can be seen.

What belongs here: whether the drug, its class, the disease, a narrower or a broader one is named, what was studied, and
whether the title names an approved use of the drug.

- The drug is "in combination" where the title, or every sentence that names the drug, gives it with another one.
- A class is named by another drug of it or by its mechanism ("JAK inhibitor"); asked only where the drug is not named.
- A disease is "narrower" where the text names it only inside a longer name ("portal hypertension" for hypertension),
  by the title alone where the title names it; "related" where only near kin is named ("renal injury" for nephropathy);
  "broader" where only the wider heading it is filed under, or a parent in the ontology, is named.
- A disease that title and abstract name only as what the people had not ("without overt heart failure") is not named.
- An index term that is the drug or the disease names it as the text does.
- A drug is "only mentioned" by an article that takes no side where the title does not name it, or where nothing says
  that it is given for the disease and the title does not name the disease either. Most articles of a search name a
  drug as what the people took anyway.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ....domain.candidates import Candidate
from ....domain.drugs import DrugTarget
from ....domain.findings.assessment import DiseaseMatch, DrugMatch, EvidenceDirectness
from ....domain.findings.readings import PairNames
from ....domain.findings.study_designs import Population
from ....domain.records.articles import Article
from ....domain.records.trials import ConditionMatch, DrugRole, TrialMatch
from ...language.mentions import DISEASE, DRUG, ArticleReader, Pair
from ...language.sentences import sentences
from ...names.drug_mentions import names_drug
from ...names.name_matching import names_in, unique_names, words
from ...names.name_variants import all_variants
from ...stance.article_sentences import article_sentences
from ...stance.cues import NOT_AS_TREATMENT
from ...stance.polarity import names_combination, title_is_elsewhere
from ...stance.results import POPULATION
from ...trials.arms import company_of
from ...trials.drug_part import Company
from ...trials.indexed_conditions import only_indexed

_ACTIONS = ("inhibitor", "antagonist", "agonist", "blocker", "modulator", "activator", "opener")
_SYMBOL = re.compile(r"(?P<family>[A-Z]{2,}?)-?(?P<number>\d+)(?P<subtype>[A-Z]\d?)?")
_SUBTYPE = re.compile(r"(?<=\d)[A-Z]\b")
_INSIDE = re.compile(
    rf"""{DISEASE}-(?:related|associated|induced)\s[a-z]
    |{DISEASE}\s(?:[a-z]+\s)?
    (?:syndrome|nephropathy|retinopathy|neuropathy|cardiomyopathy|encephalopathy|arthropathy)\b""",
    re.VERBOSE,
)
"""The disease at the head of a longer name, in a masked text."""
_AS_ARM = re.compile(
    rf"""\b(?:randomi[sz]ed|randomly|assigned|allocated)\b[^.;]{{0,120}}?{DRUG}|{DRUG}\s(?:groups?|arms?)\b
    |{DRUG}\s\(n\s?=""",
    re.VERBOSE,
)
"""The drug as what one of the groups of a study got."""
_WITHOUT = re.compile(
    rf"(?<!with\sand\s)(?<!with\sor\s)\bwithout\s(?:(?!and\b|but\b|or\b)[a-z-]+\s){{0,3}}?{DISEASE}"
    rf"|\b(?:no|absence\sof)\s(?:overt|clinical|manifest)\s{DISEASE}",
    re.IGNORECASE,
)
"""The people of a study are those who have not the disease: "without overt …"."""
_BEFORE = re.compile(r"(?:\b[a-z][a-z-]*[\s-]){1,3}$")
_ADJECTIVE = re.compile(r"[a-z]{2,}(?:ic|al|ary|ous|ar|oid)|type")
_COMPANY = {
    Company.ALONE: DrugMatch.THIS_DRUG,
    Company.TOGETHER: DrugMatch.COMBINATION,
    Company.NOT_TOLD: DrugMatch.NOT_TOLD,
}
_NO_SUBTYPE = frozenset(
    """acute additional arterial atypical chronic classic classical clinical critical diagnostic essential experimental
    final general genetic geriatric global historical important individual initial local manifest medical metastatic
    normal original overall pediatric persistent pharmacologic pharmacological physical placebo-controlled potential
    preclinical preliminary previous primary prior progressive real recurrent refractory resistant secondary serious
    several severe significant similar spontaneous sporadic subclinical subsequent symptomatic symptomatical systemic
    therapeutic topical total typical underlying usual various""".split()  # noqa: SIM905
)
"""Words before a disease's name that make no other disease of it: how bad, how long, how found, or no part of it."""


def class_names_of(candidate: Candidate, targets: Sequence[DrugTarget]) -> tuple[str, ...]:
    """Names by which a text speaks of the drug's class: the other drugs of it, then its mechanisms.

    ``PDE5A`` with action ``INHIBITOR`` gives "PDE-5A inhibitor", "PDE-5 inhibitor" and "PDE inhibitor", beside the
    mechanism as the source words it ("Phosphodiesterase 5A inhibitor", and without its subtype).
    """
    # In capitals, as ChEMBL writes names, a short one would be taken for an acronym.
    names = [f.name.lower() if f.name.replace(" ", "").isalpha() else f.name for f in candidate.class_facts]
    for target in targets:
        action = next((word for word in _ACTIONS if word in (target.action_type or "").lower()), "")
        if target.mechanism:
            names += [target.mechanism, _SUBTYPE.sub("", target.mechanism)]
        if action:
            names += [f"{symbol} {action}" for symbol in _families(target.symbol)]
    return tuple(unique_names(names))


def directness_of_article(article: Article, population: Population, pair: PairNames) -> EvidenceDirectness:
    """How directly an article speaks to the pair.

    Of a disease of newborns, an article on pregnancy whose title does not name it is on their mothers.

    Args:
        population: what its study was made in.
    """
    reader = ArticleReader(Pair(pair.drug_names, pair.all_disease_names), article)
    masked = [reader.mask(span.text) for text in (article.title, article.abstract) for span in sentences(text)]
    if pair.of_newborns and article.in_pregnancy and population is Population.HUMAN and DISEASE not in masked[0]:
        population = Population.MOTHERS
    return EvidenceDirectness(
        drug=_drug(article, masked, pair), disease=_disease(article, masked, pair), population=population
    )


class ApprovedUse(NamedTuple):
    """The approved use that a title names."""

    name: str
    """Empty where it names none."""
    alone: bool
    """Whether the title names it and not the disease."""


def approved_use_of(article: Article, pair: PairNames) -> ApprovedUse:
    """The approved use that the title names beside the disease, be it by an adjective ("hypertensive diabetics").

    A trial in people with schizophrenia that measured their anxiety tells of the drug in schizophrenia first.
    "Pulmonary hypertension" names no hypertension where it is the disease.
    """
    title = Pair((), pair.disease_names).mask(article.title)
    uses = ((use.name, all_variants(use.names)) for use in pair.approved_uses)
    name = next((name for name, names in uses if names_in(title, names)), "")
    return ApprovedUse(name, bool(name) and DISEASE not in title)


def is_only_mentioned(article: Article, pair: PairNames, *, given_for_it: bool) -> bool:
    """Whether an article that takes no side is about something else than the drug in the disease.

    Where its title names the drug, or its class in the drug's place, the whole article or the title must be on the
    disease, or its people have it. Where it does not, the drug must be what an arm got, and the disease what the title
    names or what is told of that arm.

    Args:
        given_for_it: the whole of it says what the drug is to the disease.
    """
    drugs, diseases = pair.drug_names, (*pair.disease_names, *pair.wider_names)
    named = Pair.named_in(drugs, diseases, article) or Pair.named_in(drugs, diseases, article, near=True)
    if named is None:
        return True
    title, *rest = (sentence.masked for sentence in article_sentences(ArticleReader(named, article)))
    if DRUG in title:
        in_people = any(DRUG in sentence and POPULATION.search(sentence) for sentence in rest)
        return not (given_for_it or DISEASE in title or (in_people and not title_is_elsewhere(title)))
    arms = [sentence for sentence in rest if _AS_ARM.search(NOT_AS_TREATMENT.sub(" ", sentence))]
    return not (arms and (DISEASE in title or any(DISEASE in sentence for sentence in arms)))


def directness_of_trial(match: TrialMatch, pair: PairNames) -> EvidenceDirectness:
    """How directly a trial that belongs to the pair speaks to it. Trials are of people.

    A drug that is only compared with is not what the trial tells of: ``COMPARATOR``. Where nothing says what part it
    has, or whether it is given with another drug, that is not told. The disease is narrower where the registry files
    the trial under headings below the disease's own and not under that one; it is not named where only the registry's
    index gives the trial this disease and none of the trial's own words does.
    """
    by_role = {
        DrugRole.COMPARATOR: DrugMatch.COMPARATOR,
        DrugRole.EXPERIMENTAL: _COMPANY[company_of(match, pair.drug_names)],
    }
    drug = by_role.get(match.drug, DrugMatch.NOT_TOLD)
    below = match.condition is ConditionMatch.TEXT and any(
        heading.id == pair.mesh_id for heading in match.trial.condition_ancestors
    )
    own = DiseaseMatch.NOT_NAMED if only_indexed(match, pair.disease_names) else DiseaseMatch.THIS_DISEASE
    disease = DiseaseMatch.NARROWER if below else own
    return EvidenceDirectness(drug=drug, disease=disease, population=Population.HUMAN)


# ------------------------------------------------------------------------------------------------ rules
def _families(symbol: str) -> Iterable[str]:
    """``PDE5A`` is PDE-5A, PDE-5 and PDE: names match with and without the hyphen."""
    match = _SYMBOL.fullmatch(symbol)
    if not match:
        return (symbol,) if len(symbol) > 2 else ()
    family, number, subtype = match["family"], match["number"], match["subtype"] or ""
    names = [f"{family}-{number}{subtype}", f"{family}-{number}"]
    return [*names, family] if len(family) > 2 else names


def _drug(article: Article, masked: Sequence[str], pair: PairNames) -> DrugMatch:
    naming = [sentence for sentence in masked if DRUG in sentence]
    if not naming and not names_drug(article.text, pair.drug_names):
        if _is_indexed(article, pair.drug_names):
            return DrugMatch.THIS_DRUG
        return DrugMatch.CLASS if names_in(article.text, list(pair.class_names)) else DrugMatch.NOT_NAMED
    title = naming[:1] if masked and naming and masked[0] == naming[0] else []
    together = [names_combination(sentence) for sentence in title or naming]
    return DrugMatch.COMBINATION if together and all(together) else DrugMatch.THIS_DRUG


def _disease(article: Article, masked: Sequence[str], pair: PairNames) -> DiseaseMatch:
    naming = [sentence for sentence in masked if DISEASE in sentence]
    if naming and masked[0] == naming[0] and all(DISEASE not in _WITHOUT.sub("", sentence) for sentence in naming):
        return DiseaseMatch.NOT_NAMED
    if naming:
        sentences = naming[:1] if masked[0] == naming[0] else naming
        return (
            DiseaseMatch.NARROWER
            if all(_only_inside(sentence) for sentence in sentences)
            else DiseaseMatch.THIS_DISEASE
        )
    drugs, diseases = pair.drug_names, pair.disease_names
    if Pair.named_in(drugs, diseases, article) or _is_indexed(article, diseases, pair.mesh_id):
        return DiseaseMatch.THIS_DISEASE
    if _is_indexed(article, pair.wider_names) or names_in(article.text, all_variants(pair.wider_names)):
        return DiseaseMatch.BROADER
    if Pair.named_in(drugs, diseases, article, near=True):
        return DiseaseMatch.NEAR
    is_broader = names_in(article.text, all_variants(pair.broader_names))
    return DiseaseMatch.BROADER if is_broader else DiseaseMatch.NOT_NAMED


def _is_indexed(article: Article, names: Sequence[str], mesh_id: str | None = None) -> bool:
    """Whether one of the article's headings or substances is this id or exactly one of these names."""
    headings = article.mesh_headings
    if mesh_id is not None and any(heading.ui == mesh_id for heading in headings):
        return True
    terms = {words(term) for term in (*(heading.name for heading in headings), *article.substances)}
    return bool(terms) and not terms.isdisjoint(map(words, names))


def _only_inside(sentence: str) -> bool:
    """Whether a masked sentence names the disease inside longer names alone."""
    return all(
        _INSIDE.match(sentence, place) or _made_specific(sentence[max(0, place - 60) : place])
        for place, letter in enumerate(sentence)
        if letter == DISEASE
    )


def _made_specific(before: str) -> bool:
    """Whether the last words before a disease's name are the first part of a longer name: "pulmonary arterial …"."""
    word_before = _BEFORE.search(before)
    for word in reversed(re.split(r"[\s-]", word_before[0].strip(" -")) if word_before else []):
        if word in _NO_SUBTYPE:
            continue
        return bool(_ADJECTIVE.fullmatch(word))
    return False
