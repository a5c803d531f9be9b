"""The bundled demonstration: a snapshot in the sources' own wire formats, replayed by the real clients.

Identifiers and facts of drugs, targets and diseases are real; association scores are illustrative. The abstracts and
trials were written for this project and carry record numbers no real record has. `make snapshot` writes the snapshot
anew from the authored records in ``indication_scout_tests/wire/records``. What does not belong here: code.
"""

from pathlib import Path

SNAPSHOT = Path(__file__).parent / "snapshot"
LABELS = Path(__file__).parent / "labels"
"""A product information as PDF and a label as SPL with its picture, written for the demonstration, with planted
cases."""
LABELLED = {
    "baricitinib-demonstration.pdf": "baricitinib",
    "sildenafil-injection-demonstration.zip": "sildenafil",
}
"""The drug each of them is of."""

DRUGS = ("bupropion", "sildenafil", "baricitinib")

ALIASES = (
    *("amfebutamone", "wellbutrin", "zyban", "aplenzin", "elontril", "quomem"),
    *("viagra", "revatio", "granpidam", "liqrev", "vizarsin", "aphrodil", "sildenafilo"),
    *("olumiant", "ly3009104", "incb028050", "incb-28050"),
)
"""Other names of the three drugs that the snapshot knows as well."""
