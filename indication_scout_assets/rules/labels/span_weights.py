"""What each sign of a fact span is worth where spans of a label are put in order for a question.

What belongs here: the numbers that ``label_retrieval`` adds and takes away. Their unit is the point of a span's
score: a span that holds nothing of the question has about 0, one that holds all its names ``NAMED`` more, and an answer
shows facts up to ``label_retrieval.WITHIN`` points below its first. Numbers called shares are factors from 0 to 1.

All were set by hand, together with the lexicon, which docs/label-questions.md says was tuned on half 0 of the judged
questions. No procedure fitted them, and no figures of other values are kept.
"""

from __future__ import annotations

from ...domain.monographs.label_documents import LabelCategory

# ------------------------------------------------------------------------------------------------ words
NAMED = 3.5
"""Points for a span that holds all names of the question; 3.0 until commit ab69bb1."""
UNNAMED = 0.9
"""Points for a span that holds all other words of the question."""
SAID_OTHERWISE = 0.85
"""Share of a word's weight that a span has by another word of the same meaning."""
IN_HEADING = 0.7
"""Share of a word's weight that a span has by its heading, the line that leads in, or its table's header and group."""
FIRST_BELOW_TITLE = 0.75
"""Share of a word's weight that the first span of a section has by the section's title or one above that."""
BELOW_TITLE = 0.5
"""The same share of every later span of the section."""
OF_COMPONENT = 1.2
"""Points for naming the ingredient asked about, of a product with several; naming only another one costs as many."""

# ------------------------------------------------------------------------------------------------ attributes
PRIOR = {
    LabelCategory.WARNINGS: 0.5,
    LabelCategory.INTERACTIONS: 0.5,
    LabelCategory.CONTRAINDICATIONS: 0.5,
    LabelCategory.BOXED_WARNING: 0.4,
    LabelCategory.DOSAGE: 0.4,
    LabelCategory.ADVERSE_REACTIONS: 0.3,
    LabelCategory.PATIENT_INFORMATION: -0.7,
    LabelCategory.CLINICAL_STUDIES: -0.3,
    LabelCategory.REFERENCES: -1.5,
    LabelCategory.PACKAGE_LABEL: -1.2,
    LabelCategory.NONCLINICAL_TOXICOLOGY: -1.5,
    LabelCategory.OTHER: -0.5,
    LabelCategory.AUTHORISATION: -0.8,
}
"""Points for a span's category where a question asks for no attribute."""
PRIOR_ELSEWHERE = 0.2
"""The same points of a category that ``PRIOR`` does not name."""
FIRST_SECTION = 1.6
"""Points for standing in the first category of the attribute's list; they fall evenly along the list towards 0."""
BESIDE = 0.3
"""Points that standing in a category outside the attribute's list costs."""
BESIDE_AND_LAST = 1.2
"""The same points where that category answers only where nothing else does."""
SAYS_ATTRIBUTE = 0.7
"""Points for saying the attribute in the span's own words."""
PREFERRED = 0.6
"""Points for each pattern that the attribute prefers and the span has."""
SECOND = 4.0
"""Points for saying a second attribute of the question, as the maximum dose in children."""

# ------------------------------------------------------------------------------------------------ place and form
EARLY_IN_SECTION = 0.9
"""Points for the first span of a section where the attribute is answered by a whole section; see ``LATER``."""
EARLY_BELOW_HEADING = 0.35
"""Points for the first span below a heading in any other case; see ``LATER``."""
LATER = 0.5
"""How fast those points fall: they are divided by 1 and this for each span before."""
HEADED = 0.9
"""Points for being the first below a heading that holds a name of the question; the n-th has an n-th of them."""
ROW_OF_OTHER = 0.5
"""Points that a table row loses that is not named after what is asked; one that is so named is its answer."""
ROW_NAMED = 0.5
"""Share of the question's names from which a table row is named after what is asked."""
TOO_SHORT = 0.4
"""Points that a span loses with fewer words than ``SHORTEST_FACT``."""
SHORTEST_FACT = 4
"""Words that a fact has at least."""
