"""Harm: what is found, what is not mistaken for it, where each finding counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.candidates import SetAside
from indication_scout_assets.domain.documents import Citation
from indication_scout_assets.domain.drugs import DrugProfile, DrugWarning, MarketFacts
from indication_scout_assets.domain.findings.assessment import HarmKind, RiskSignal
from indication_scout_assets.domain.findings.statements import Polarity, Statement, Synthesis
from indication_scout_assets.domain.findings.study_designs import Population
from indication_scout_assets.domain.records.labels import AdverseEvents, EventCount, Label, LabelSection
from indication_scout_assets.rules.assessment.harms import CandidateFacts, DrugFacts, harms_of

from .scoring.samples import WEIGHTS, candidate, grade

NAMES = ["bupropion"]
PROFILE = DrugProfile(slug="bupropion", query="bupropion", chembl_id="CHEMBL894", name="bupropion")


def label(kind, text, *, ingredients=("bupropion",), set_id="set-1", **more) -> Label:
    section = LabelSection(code="1", kind=kind, title=kind, text=text)
    return Label(
        set_id=set_id, source="DailyMed", title="A label", ingredients=ingredients, sections=(section,), **more
    )


def harms(disease="bulimia", *, labels=(), profile=PROFILE, events=None, of=None, **findings):
    facts = CandidateFacts(candidate=of or candidate(), disease_names=[disease], **findings)
    return harms_of(DrugFacts(profile=profile, names=NAMES, labels=labels, events=events), facts, WEIGHTS)


def kinds(disease, text, kind="contraindications", **more):
    return [(h.kind, h.penalty) for h in harms(disease, labels=[label(kind, text, **more)]) if h.about_disease]


FORBIDDEN = [(HarmKind.CONTRAINDICATED, WEIGHTS.contraindicated)]
CAUSED = [(HarmKind.CAUSES_DISEASE, WEIGHTS.causes_disease)]


# ------------------------------------------------------------------------------------------------ contraindications
@pytest.mark.parametrize(
    ("disease", "text", "expected"),
    [
        ("bulimia", "Bupropion is contraindicated in patients with bulimia or anorexia nervosa.", FORBIDDEN),
        ("bulimia", "Contraindicated in bulimia because of a higher incidence of seizures.", FORBIDDEN),
        ("asthma", "Contraindicated in hypersensitivity to bupropion; also in patients with asthma.", FORBIDDEN),
        ("obesity", "Bupropion is contraindicated in patients with bulimia.", []),
    ],
)
def test_what_a_contraindication_says_of_the_disease(disease, text, expected):
    assert kinds(disease, text) == expected


def test_a_label_of_a_combination_is_shown_and_costs_nothing():
    text = "Contraindicated in patients with opioid dependence."
    both = ("naltrexone", "bupropion")
    assert kinds("opioid dependence", text, ingredients=both) == [(HarmKind.CONTRAINDICATED, 0.0)]


def test_a_name_inside_a_longer_one_is_shown_and_costs_nothing():
    harms_found = harms("hypertension", labels=[label("contraindications", "Patients with pulmonary hypertension.")])
    assert [h.penalty for h in harms_found] == [0.0]
    assert "may be part of another one" in harms_found[0].sentence


def test_citations_stand_on_the_labels_text():
    text = "Do not take with alcohol. Contraindicated in patients with bulimia. Keep dry."
    contraindication = label("contraindications", text)
    (harm,) = harms(labels=[contraindication])
    assert harm.citation is not None
    assert (harm.citation.evidence_kind, harm.citation.evidence_id) == ("label", "set-1")
    assert harm.citation.stands_on(contraindication.text_of(harm.citation.field))
    assert harm.citation.quote == "Contraindicated in patients with bulimia."


def test_of_one_label_in_two_formats_the_first_is_quoted():
    first = label("contraindications", "Contraindicated in patients with bulimia.")
    second = label("contraindications", "4 CONTRAINDICATIONS Contraindicated in patients with bulimia.")
    for labels in ([first, second], [second, first]):
        (harm,) = harms(labels=labels)
        assert harm.citation is not None
        assert harm.citation.stands_on(labels[0].text_of("contraindications"))


# ------------------------------------------------------------------------------------------------ warnings
def test_a_warning_that_gives_the_disease_to_the_drug():
    assert kinds("seizures", "Bupropion can cause seizures at high doses.", "warnings") == CAUSED


def test_fifty_labels_with_one_boxed_warning_are_one():
    labels = [label("boxed_warning", "WARNING: SUICIDALITY. Watch closely.", set_id=f"set-{n}") for n in range(50)]
    (harm,) = harms(labels=labels)
    assert (harm.kind, harm.about_disease, harm.penalty) == (HarmKind.BOXED_WARNING, False, WEIGHTS.boxed_warning)
    assert harm.sentence.startswith("50 labels of bupropion have a boxed warning")
    assert harm.citation is not None
    assert harm.citation.stands_on(labels[0].text_of("boxed_warning"))


def test_of_one_kind_only_the_weightiest_finding_costs():
    labels = [
        label("boxed_warning", "WARNING: SUICIDALITY. Not for people with bipolar disorder."),
        label("boxed_warning", "WARNING: HEART. Stop it.", set_id="set-2"),
    ]
    listed = harms("bipolar disorder", labels=labels)
    assert [(h.about_disease, h.penalty) for h in listed] == [
        (True, WEIGHTS.boxed_about_disease), (False, 0.0), (False, 0.0),
    ]  # fmt: skip


def test_without_labels_the_recorded_boxed_warning_is_shown():
    warned = PROFILE.model_copy(
        update={"warnings": (DrugWarning(kind="Black Box Warning", toxicity_class="psychiatric"),)}
    )
    (harm,) = harms(profile=warned)
    assert harm.sentence == "Open Targets records a boxed warning of bupropion for psychiatric."
    assert len(harms(profile=warned, labels=[label("boxed_warning", "WARNING: SUICIDALITY.")])) == 1


# ------------------------------------------------------------------------------------------------ the drug's records
def test_withdrawals_are_listed_and_cost_once():
    gone = tuple(
        DrugWarning(kind="Withdrawn", country=c, year=1986, toxicity_class="neurotoxicity") for c in ("US", "DE")
    )
    listed = harms(profile=PROFILE.model_copy(update={"warnings": gone}))
    assert [h.sentence for h in listed] == [
        "bupropion was withdrawn in DE (1986) for neurotoxicity.",
        "bupropion was withdrawn in US (1986) for neurotoxicity.",
    ]
    assert sorted(h.penalty for h in listed) == [0.0, WEIGHTS.withdrawn]


def test_chembls_flag_alone_is_a_withdrawal():
    (harm,) = harms(profile=PROFILE.model_copy(update={"market": MarketFacts(withdrawn=True)}))
    assert (harm.kind, harm.source, harm.penalty) == (HarmKind.WITHDRAWN, "ChEMBL", WEIGHTS.withdrawn)


def test_a_disease_the_drug_is_recorded_to_cause():
    aside = candidate(set_aside=SetAside.DRUG_CAUSES_IT, set_aside_reason="A warning on bupropion names it.")
    (harm,) = harms(of=aside)
    assert (harm.kind, harm.penalty) == (HarmKind.CAUSES_DISEASE, WEIGHTS.causes_disease)
    assert harm.sentence == "A warning on bupropion names it."
    warning = DrugWarning(kind="Black Box Warning", disease_id="MONDO_1", disease_name="disease MONDO_1")
    listed = harms(profile=PROFILE.model_copy(update={"warnings": (warning,)}))
    assert listed[0].kind is HarmKind.CAUSES_DISEASE


# ------------------------------------------------------------------------------------------------ evidence of the pair
def harm_synthesis(article_id="5") -> Synthesis:
    words = "Bupropion caused bulimia in three patients."
    citation = Citation(
        evidence_kind="article", evidence_id=article_id, field="abstract", start=0, end=len(words), quote=words
    )
    statement = Statement(text=words, polarity=Polarity.HARM, citations=(citation,))
    return Synthesis(kind="literature", disease_id="MONDO_1", method="extractive", statements=(statement,))


def test_an_article_that_reports_harm_is_shown_and_counts_as_literature():
    (harm,) = harms(syntheses=[harm_synthesis()], grades=[grade("5", Polarity.HARM)])
    assert (harm.kind, harm.about_disease, harm.penalty) == (HarmKind.CAUSES_DISEASE, True, 0.0)
    assert harm.citation is not None


def test_harm_of_an_article_whose_title_does_not_name_the_disease_is_told_in_passing():
    passing = grade("5", Polarity.HARM, polarity_cue="bulimia was caused", harm_in_passing=True)
    for syntheses in ([], [harm_synthesis()]):
        (harm,) = harms(syntheses=syntheses, grades=[passing])
        assert (harm.kind, harm.about_disease, harm.penalty) == (HarmKind.MENTIONED_IN_PASSING, True, 0.0)


def test_harm_to_newborns_whose_mothers_got_the_drug_is_called_so():
    harmful = grade("5", Polarity.HARM)
    in_mothers = harmful.directness.model_copy(update={"population": Population.MOTHERS})
    [harm] = harms(
        syntheses=[harm_synthesis()], grades=[harmful.model_copy(update={"directness": in_mothers, "counts": False})]
    )
    assert (harm.kind, harm.is_plain) == (HarmKind.GIVEN_TO_MOTHERS, True)


def test_a_harmful_grade_without_a_statement_is_shown_by_its_cue():
    (harm,) = harms(grades=[grade("5", Polarity.HARM, polarity_cue="bulimia was caused")])
    assert harm.sentence == "Article 5 reports that the drug causes or worsens the disease (“bulimia was caused”)."
    (harm,) = harms(grades=[grade("5", Polarity.HARM, polarity_cue="during")])
    assert harm.sentence == "Article 5 reports that the drug causes or worsens the disease.", (
        "it tells a reader nothing"
    )
    assert harms(grades=[grade("5", Polarity.SUPPORTS)]) == ()


def test_harm_is_shown_also_where_the_design_was_not_read_and_the_study_counts_for_nothing():
    unread = grade("7", Polarity.HARM, polarity_cue="caused").model_copy(update={"level": None})
    assert not unread.is_study_of_pair
    (harm,) = harms(grades=[unread])
    assert harm.source == "7"
    assert harms(grades=[unread.model_copy(update={"counts": False, "not_counted": "Another report counts."})]) == ()


def test_harm_the_rules_read_is_shown_even_where_statements_were_set_aside():
    deferred = grade("6", Polarity.HARM, polarity_cue="bulimia was caused", counts=False, deferred="They disagree.")
    (harm,) = harms(grades=[deferred])
    assert (harm.kind, harm.source, harm.penalty) == (HarmKind.CAUSES_DISEASE, "6", 0.0)
    assert "“bulimia was caused”" in harm.sentence
    assert "set aside" in harm.sentence
    assert harms(grades=[deferred.model_copy(update={"risks": (RiskSignal.RETRACTED,)})]) == ()
    assert harms(grades=[deferred.model_copy(update={"polarity": Polarity.SUPPORTS})]) == ()


def test_a_retracted_article_is_no_harm():
    retracted = grade("5", Polarity.HARM, risks=(RiskSignal.RETRACTED,))
    assert harms(syntheses=[harm_synthesis()], grades=[retracted]) == ()


def test_reports_of_adverse_events_are_shown_with_their_caveat_and_cost_nothing():
    events = AdverseEvents(
        reports=5000, reactions=(EventCount(term="OEDEMA", reports=1200), EventCount(term="NAUSEA", reports=9))
    )
    (harm,) = harms("edema", events=events)
    assert (harm.kind, harm.penalty) == (HarmKind.ADVERSE_EVENTS, 0.0)
    assert harm.sentence.startswith(
        "1,200 of 5,000 reports to FAERS that name the drug name oedema. Reports to FAERS are"
    )


# ------------------------------------------------------------------------------------------------ order
@given(st.permutations(range(4)))
def test_harm_to_the_disease_comes_first_whatever_the_order_of_the_labels(order):
    labels = [
        label("boxed_warning", "WARNING: HEART. Stop it.", set_id="set-0"),
        label("contraindications", "Contraindicated in patients with bulimia.", set_id="set-1"),
        label("warnings", "Bupropion can cause bulimia.", set_id="set-2"),
        label("warnings", "Drink water.", set_id="set-3"),
    ]
    gone = PROFILE.model_copy(update={"warnings": (DrugWarning(kind="Withdrawn", country="US"),)})
    listed = harms(labels=[labels[n] for n in order], profile=gone)
    assert [h.kind for h in listed] == [
        HarmKind.CAUSES_DISEASE, HarmKind.CONTRAINDICATED, HarmKind.BOXED_WARNING, HarmKind.WITHDRAWN,
    ]  # fmt: skip
    assert all(0 <= h.penalty <= 1 for h in listed)
