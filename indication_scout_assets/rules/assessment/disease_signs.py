"""What a label calls a disease where it lists unwanted effects: seizures for epilepsy, bronchospasm for asthma.

What belongs here: one small table, and which of its signs a disease has. A reaction is named by what is seen; who
weighs a drug for the disease must know of it all the same. Other wordings of a name are in ``rules.language``.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..names.name_matching import fold, names_in

SIGNS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("epilepsy",), ("seizure", "convulsion")),
    (("parkinson disease", "parkinson's disease"), ("parkinsonism", "pseudoparkinsonism")),
    (
        ("type 2 diabetes", "type 2 diabetes mellitus"),
        ("diabetes mellitus", "new-onset diabetes", "hyperglycemia", "diabetes"),
    ),
    (
        ("metabolic syndrome", "metabolic syndrome x"),
        ("metabolic changes", "dyslipidemia", "hyperglycemia", "weight gain"),
    ),
    (("obesity", "obesity disorder"), ("weight gain",)),
    (("asthma", "reactive airway disease", "chronic obstructive pulmonary disease"), ("bronchospasm",)),
    (
        ("hyperlipidemia", "hypercholesterolemia", "hypertriglyceridemia"),
        ("dyslipidemia", "hyperlipidemia", "hypercholesterolemia", "hypertriglyceridemia"),
    ),
    (("gout",), ("hyperuricemia",)),
    (("glaucoma", "open-angle glaucoma"), ("increased intraocular pressure", "glaucoma")),
    (("schizophrenia", "psychotic disorder"), ("psychosis", "psychotic reaction")),
    (("bipolar disorder",), ("mania", "manic reaction")),
    (("depressive disorder", "major depressive disorder", "endogenous depression"), ("depression",)),
    (("anxiety disorder", "generalized anxiety disorder", "panic disorder"), ("anxiety",)),
    (("dementia", "alzheimer disease"), ("cognitive impairment", "memory impairment")),
    (("kidney failure", "chronic kidney disease"), ("renal failure", "renal impairment")),
    (("heart failure",), ("congestive heart failure", "cardiac failure")),
    (("coronary artery disorder", "coronary artery disease"), ("angina", "myocardial infarction")),
    (("peripheral arterial disease",), ("peripheral vascular disease", "arterial insufficiency")),
    (("osteoporosis",), ("bone fracture", "decreased bone mineral density")),
    (("constipation disorder",), ("constipation",)),
)
"""Diseases by name, and signs by which labels list them."""


def signs_of(disease_names: Iterable[str]) -> tuple[str, ...]:
    """The signs of a disease that goes by one of the names, without those names; not of a form of it or a wider one."""
    names = [fold(name) for name in disease_names]
    signs = (sign for diseases, of_them in SIGNS if any(name in diseases for name in names) for sign in of_them)
    return tuple(sign for sign in dict.fromkeys(signs) if not any(names_in(sign, [name]) for name in names))
