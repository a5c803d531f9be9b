"""What labels say about a disease: mentions with exact places, approved uses, boxed warnings."""

from __future__ import annotations

from typing import Any

import pytest

from indication_scout_assets.domain.records.labels import (
    DrugLabels,
    Label,
    LabelIndication,
    LabelMention,
    LabelSection,
    ProductType,
)
from indication_scout_assets.rules.labels.label_rules import (
    active_names,
    boxed_warnings,
    contains_drug,
    is_single_ingredient,
    mentions,
)
from indication_scout_assets.rules.labels.label_uses import Naming, UseNames, label_use, unnamed_use


def label(*texts: tuple[str, str], set_id: str = "s1", **more: Any) -> Label:
    """A label of one ingredient; ``texts`` are (kind, text) or, for a title, (kind, "TITLE# text")."""
    sections = []
    for kind, text in texts:
        title, _, rest = text.rpartition("# ")
        sections.append(LabelSection(code="x", kind=kind, title=title, text=rest))
    values = {"ingredients": ("bupropion hydrochloride",), "source": "DailyMed", "title": "T", **more}
    return Label(set_id=set_id, sections=tuple(sections), **values)


def indications(text: str, **more: Any) -> Label:
    return label(("indications", text), **more)


def is_indicated(labels: list[Label], *names: list[str]) -> LabelMention | None:
    """The sentence by which the labels are for a disease; ``names`` are its own, the drug's and longer ones."""
    use = label_use(DrugLabels(labels), UseNames(*names))
    return use.mention if use and use.naming is Naming.USE else None


# ------------------------------------------------------------------------------------------------ which drug
def test_salts_are_one_ingredient_and_several_actives_are_a_combination() -> None:
    assert active_names(label(ingredients=("paroxetine hydrochloride", "paroxetine mesylate"))) == ("paroxetine",)
    assert is_single_ingredient(label())
    assert not is_single_ingredient(label(ingredients=("naltrexone hydrochloride", "bupropion hydrochloride")))
    assert not is_single_ingredient(label(ingredients=()))
    assert is_single_ingredient(label(ingredients=("anhydrous lactose", "celecoxib"))), "a filler is no drug"
    assert active_names(label(ingredients=("lactose",))) == ("lactose",)


def test_a_drug_is_recognised_by_salt_or_moiety_but_not_by_brand() -> None:
    enalapril = label(ingredients=("enalapril maleate",), moieties=("enalaprilat",), brand_names=("Vasotec",))
    assert contains_drug(enalapril, ["Enalapril"])
    assert contains_drug(enalapril, ["enalaprilat"])
    assert not contains_drug(enalapril, ["Vasotec", "analapril"])


# ------------------------------------------------------------------------------------------------ approved uses
@pytest.mark.parametrize(
    ("disease", "approved"),
    [
        ("gout at rest", True),
        ("stable gout", True),
        ("lupus", False),
    ],
)
def test_a_numbered_list_after_a_colon_and_words_in_brackets_inside_a_name(disease: str, *, approved: bool) -> None:
    text = (
        "Bupropion is indicated for the treatment of the following: Gout 1. Gout at rest including: – Unstable "
        "(crescendo, early) gout 2. Stable gout (usual gout) Lungs 1. Asthma. Lupus was not looked at."
    )
    assert bool(is_indicated([indications(text)], [disease])) == approved


CARDIORENAL = (
    " • to improve glycemic control in adults with type 2 diabetes [see Clinical Studies (14.1)] . "
    "• to reduce the risk of stroke in adults with established cardiovascular disease. "
    "• to reduce the risk of sustained eGFR decline in adults with type 2 diabetes and chronic kidney disease ."
)


@pytest.mark.parametrize(
    ("text", "disease"),
    [
("X is indicated for the treatment of asthma.", "asthma"),
("X is indicated for: \n• psoriasis\n• the treatment of adults with severe alopecia areata", "alopecia areata"),
("Limitations of Use: X is not for pain. X is indicated for the treatment of gout.", "gout"),
],
)  # fmt: skip
def test_approved_uses(text: str, disease: str) -> None:
    mention = is_indicated([indications(text)], [disease])
    assert mention is not None
    assert (mention.kind, mention.negated, text[mention.start : mention.end]) == (
        "indications",
        False,
        mention.sentence,
    )


HEADED = (
    "Weigh benefit and harm first [see Warnings (5) ] 1.1 Osteoarthritis (OA) Celecoxib is indicated for relief of the "
    "signs of OA [see Clinical Studies (14.1) ] 1.2 Juvenile Rheumatoid Arthritis (JRA) Celecoxib capsules are "
    "indicated for relief of the signs of JRA in patients 2 years and older 1.3 Limitations of Use Celecoxib is not "
    "indicated for gout 1.4 Migraine Celecoxib is not indicated for migraine 1.5 Cancer Pain Celecoxib is indicated "
    "for pain"
)
EPILEPSY = "Epilepsy Gabapentin is indicated as adjunctive therapy of partial seizures in patients with epilepsy."


@pytest.mark.parametrize(
    ("text", "drug", "disease", "expected"),
    [
        (EPILEPSY, "gabapentin", "epilepsy", True),
        (EPILEPSY.replace("is indicated", "is not indicated"), "gabapentin", "epilepsy", False),
        (HEADED, "celecoxib", "juvenile rheumatoid arthritis", True),
        (HEADED, "celecoxib", "rheumatoid arthritis", False),
        (HEADED, "celecoxib", "gout", False),
        ("Benefits of X in asthma are not known. Oedema X is indicated for use.", "X-pill", "edema", False),
        ("Oedema X-pill is indicated with care.", "X-pill", "edema", True),
    ],
)
def test_a_heading_before_the_drug_that_is_indicated_is_a_use_of_its_own(text, drug, disease, expected) -> None:
    mention = is_indicated([indications(text)], [disease], [drug])
    assert (mention is not None) is expected
    if mention is not None:
        assert text[mention.start : mention.end] == mention.sentence
        assert not mention.negated


@pytest.mark.parametrize(
    ("text", "disease"),
    [
        ("X is not indicated for the treatment of asthma.", "asthma"),
        ("X is not indicated for • the treatment of asthma • the treatment of gout", "gout"),
        (f"X is indicated:{CARDIORENAL}", "established cardiovascular disease"),
        ("Indicated to reduce the risk of stroke in patients with atrial fibrillation.", "atrial fibrillation"),
        ("X is indicated for the treatment of anemia due to chronic kidney disease.", "chronic kidney disease"),
        ("Indicated for weight management in adults with a condition such as hypertension.", "hypertension"),
        (
            "X is indicated for treatment of patients with infection who are either allergic to Y or pregnant.",
            "allergic",
        ),
        ("Asthma.", "asthma"),
    ],
)
def test_what_is_no_approved_use(text: str, disease: str) -> None:
    assert is_indicated([indications(text)], [disease]) is None


@pytest.mark.parametrize(
    ("text", "disease", "naming"),
    [
        ("Treatment of acute congestive heart failure.", "congestive heart failure", Naming.USE),
        ("Treatment of acute congestive heart failure.", "heart failure", None),
        ("X is indicated for pulmonary arterial hypertension.", "hypertension", None),
        ("X is indicated for the treatment of patients with relapsed lymphoma.", "lymphoma", Naming.USE),
        ("X is given for these. Asthma. Gout (of the toe). Pain.", "gout", Naming.PART),
        ("Lowering blood pressure reduces the risk of stroke.", "stroke", Naming.ASIDE),
        ("X is indicated for cancer pain.", "cancer", None),
    ],
)  # fmt: skip
def test_as_what_an_indication_names_a_disease(text: str, disease: str, naming: Naming | None) -> None:
    """A name counts whatever stands before it, unless both are the name of another disease."""
    longer = ["congestive heart failure", "pulmonary arterial hypertension"]
    names = UseNames([disease], (), [name for name in longer if name != disease])
    use = label_use(DrugLabels([indications(text)]), names)
    assert (use and use.naming) == naming
    if use:
        assert text[use.mention.start : use.mention.end] in use.sentence


@pytest.mark.parametrize(
    "more",
    [
        {"ingredients": ("naltrexone", "bupropion")},
        {"product_type": ProductType.ANIMAL},
        {"product_type": ProductType.HOMEOPATHIC},
    ],
)
def test_labels_of_combinations_and_for_animals_approve_nothing(more: dict[str, Any]) -> None:
    assert is_indicated([indications("X is indicated for the treatment of asthma.", **more)], ["asthma"]) is None


@pytest.mark.parametrize(
    ("text", "approved"),
    [
        ("Zelavir and budenoside capsules are indicated for the treatment of asthma.", False),
        ("Zelavir in combination with budenoside is indicated for the treatment of asthma.", False),
        ("Indicated for the treatment of asthma.", False),
    ],
)
def test_of_several_ingredients_the_drug_that_alone_is_indicated_is_approved(text: str, *, approved: bool) -> None:
    """A dye counts as an ingredient, and a kit holds leaflets of several drugs."""
    kit = indications(text, ingredients=("budenoside", "zelavir"))
    assert bool(is_indicated([kit], ["asthma"], ["zelavir"])) == approved
    among_all = LabelIndication(text=text, labels=1, set_id="a", source="openFDA", single_ingredient=False)
    assert bool(label_use(DrugLabels((), [among_all]), UseNames(["asthma"], ["zelavir"]))) == approved


def test_a_use_on_few_labels_is_found_among_all_texts() -> None:
    usual = LabelIndication(text="X is indicated for depression.", labels=210, set_id="a", source="openFDA")
    mixed = LabelIndication(
        text="X is indicated for the treatment of obesity.",
        labels=3,
        set_id="c",
        source="openFDA",
        single_ingredient=False,
    )
    rare = LabelIndication(
        text="Read this. X is indicated as an aid to smoking cessation.", labels=45, set_id="b", source="openFDA"
    )
    drug = DrugLabels((), [usual, mixed, rare])
    use = label_use(drug, UseNames(["tobacco addiction", "smoking cessation"]))
    assert use is not None
    assert (use.naming, use.mention.set_id, use.mention.source) == (Naming.USE, "b", "openFDA")
    assert rare.text[use.mention.start : use.mention.end] == "X is indicated as an aid to smoking cessation."
    assert label_use(drug, UseNames(["obesity"])) is None


def test_a_listed_use_is_told_with_all_labels_that_carry_it_and_their_words() -> None:
    texts = ("X is indicated for depression.", "Helps in smoking cessation.", "X is an aid to smoking cessation.")
    over_all = [
        LabelIndication(text=text, labels=n, set_id=str(n), source="openFDA")
        for text, n in zip(texts, (210, 5, 45), strict=True)
    ]
    over_all += [over_all[2].model_copy(update={"labels": 9, "single_ingredient": False})]
    kept = [indications("X is indicated for the treatment of gout.")]
    drug = DrugLabels(kept, over_all)
    cessation, gout = (label_use(drug, UseNames([name])) for name in ("smoking cessation", "gout"))
    assert cessation is not None
    assert gout is not None
    assert cessation.sentence == (
        "45 of the 269 labels with indications list it as an indication: “X is an aid to smoking cessation.” "
        "(openFDA, set 45)"
    )
    assert gout.sentence == (
        "A label of the drug lists it as an indication: “X is indicated for the treatment of gout.” (DailyMed, set s1)"
    )
    assert label_use(drug, UseNames(["obesity"])) is None
    assert label_use(DrugLabels(), UseNames(["gout"])) is None


def test_a_use_that_no_label_names_is_said_so_and_one_named_in_passing_is_not() -> None:
    mixed = LabelIndication(
        text="X with Y is indicated for the treatment of stroke.", labels=3, set_id="c", source="openFDA",
        single_ingredient=False,
    )  # fmt: skip
    usual = LabelIndication(text="X is indicated for gout.", labels=13, set_id="a", source="openFDA")
    drug = DrugLabels([indications("X is indicated for gout.")], [usual, mixed])
    assert unnamed_use(drug, ["blindness", "loss of sight"]) == "None of the 16 labels with indications names it."
    assert unnamed_use(drug, ["stroke"]) == ""
    assert unnamed_use(DrugLabels([indications("X is indicated for gout.")]), ["stroke"]) == (
        "The one label with indications does not name it."
    )
    assert unnamed_use(DrugLabels([label(("warnings", "Take care."))]), ["stroke"]) == "", "nothing was read"


# ------------------------------------------------------------------------------------------------ mentions
def test_mentions_are_exact_and_ordered_by_section() -> None:
    sectioned = label(
        ("warnings", "5.1 Seizures# Seizures occur. Epilepsy raises the risk."),
        ("contraindications", "• Seizure disorder, such as epilepsy.\n• Bulimia."),
        ("other", "A tablet. Not for epilepsy."),
        ("warnings", "Ask about epilepsy, too."),
    )
    listed = mentions([sectioned], ["epilepsy"])
    assert [(m.kind, m.score, m.sentence) for m in listed] == [
        ("contraindications", 0.6, "Seizure disorder, such as epilepsy."),
        ("warnings", 0.5, "Epilepsy raises the risk."),
        ("warnings", 0.5, "Ask about epilepsy, too."),
    ]
    for mention in listed:
        assert sectioned.text_of(mention.kind)[mention.start : mention.end] == mention.sentence


def test_the_score_falls_for_negation_combination_and_part_of_a_name() -> None:
    assert mentions([indications("X is for asthma.")], ["asthma"])[0].score == 1.0
    negated = mentions([indications("X is not indicated for asthma.")], ["asthma"])[0]
    assert (negated.score, negated.negated) == (0.5, True)
    assert mentions([indications("X is for asthma.", ingredients=("a", "b"))], ["asthma"])[0].score == 0.8
    assert mentions([indications("X is for pulmonary hypertension.")], ["hypertension"])[0].score == 0.5


def test_a_sentence_on_many_labels_is_one_mention_of_the_best_label() -> None:
    labels = [
        indications("X is for asthma.", set_id="mix", ingredients=("a", "b")),
        indications("X  is for ASTHMA.", set_id="one"),
        indications("X is for asthma.", set_id="two"),
    ]
    assert [(m.set_id, m.score) for m in mentions(labels, ["asthma"])] == [("one", 1.0)]


def test_a_label_of_two_sources_speaks_once_and_one_for_animals_never() -> None:
    twice = [
        indications("X is for asthma.", set_id="s"),
        indications("1.1 Asthma X is for asthma.", set_id="s", source="openFDA"),
        indications("For asthma of horses.", set_id="h", product_type=ProductType.ANIMAL),
    ]
    assert [m.source for m in mentions(twice, ["asthma"])] == ["DailyMed"]


# ------------------------------------------------------------------------------------------------ boxed warnings
def test_boxed_warnings_are_distinct_and_name_their_labels() -> None:
    labels = [
        label(("boxed_warning", "May harm both."), set_id="mix", ingredients=("a", "b")),
        label(("boxed_warning", "May harm."), set_id="one"),
        label(("boxed_warning", "MAY  HARM"), set_id="two"),
        label(("boxed_warning", "May harm horses."), set_id="h", product_type=ProductType.ANIMAL),
        label(("warnings", "Take care."), set_id="none"),
    ]
    warnings = boxed_warnings(labels)
    assert [(w.text, w.set_ids, w.single_ingredient) for w in warnings] == [
        ("May harm.", ("one", "two"), True),
        ("May harm both.", ("mix",), False),
    ]
