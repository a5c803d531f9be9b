"""The demonstration's product information as a PDF, in our own words, printed by Chromium.

``python -m indication_scout_tests.wire.demonstration_label`` writes it anew. What is planted: a row of the table of
adverse reactions that a page cuts, a dose that holds for some kidneys only, and nothing at all on half of what people
ask. The file says of itself that it is a demonstration.
"""

from __future__ import annotations

from html import escape

from indication_scout_assets.demo import LABELS

FILE = LABELS / "baricitinib-demonstration.pdf"
_STYLE = (
    "body{font:11pt 'Times New Roman',serif;margin:0}p{margin:4px 0}table{border-collapse:collapse;width:100%}"
    "td{border:1px solid black;padding:3px;width:50%}"
)
_BEFORE_TABLE = 605
"""Points of the second page above the table, so that its fourth row is cut by the end of the page."""

OPENING = (
    ("# ANNEX I",),
    ("# SUMMARY OF PRODUCT CHARACTERISTICS",),
    ("# 1. NAME OF THE MEDICINAL PRODUCT", "Olumiant 4 mg film-coated tablets (IndicationScout demonstration record)"),
    ("# 2. QUALITATIVE AND QUANTITATIVE COMPOSITION", "Each film-coated tablet contains 4 mg of baricitinib."),
    ("# 3. PHARMACEUTICAL FORM", "Film-coated tablet."),
    ("# 4. CLINICAL PARTICULARS",),
    ("# 4.1 Therapeutic indications", "Olumiant is indicated for rheumatoid arthritis in adults."),
    (
        "# 4.2 Posology and method of administration",
        "The recommended dose is 4 mg once daily.",
        "The recommended dose is 2 mg once daily in patients with creatinine clearance between 30 and 60 mL/min.",
        "Olumiant is not recommended in patients with creatinine clearance below 30 mL/min.",
        "The tablets are taken by mouth, with or without food.",
    ),
    ("# 4.3 Contraindications", "Hypersensitivity to the active substance.", "Pregnancy (see section 4.6)."),
    (
        "# 4.4 Special warnings and precautions for use",
        "Serious infections have occurred in patients treated with Olumiant.",
    ),
    (
        "# 4.5 Interaction with other medicinal products and other forms of interaction",
        "Probenecid doubles the exposure to baricitinib; the recommended dose with probenecid is 2 mg once daily.",
    ),
    (
        "# 4.6 Fertility, pregnancy and lactation",
        "Olumiant is contraindicated during pregnancy.",
        "It is unknown whether baricitinib is excreted in human milk.",
    ),
)
TABLE = (
    ("Frequency", "Adverse reaction"),
    ("Infections and infestations",),
    ("Very common", "Upper respiratory tract infections"),
    (
        "Common",
        "Herpes zoster, herpes simplex, urinary tract infections and gastroenteritis, each of which was seen more "
        "often in patients who took the higher of the two doses and in those ill for long before treatment",
    ),
    ("Skin and subcutaneous tissue disorders",),
    ("Common", "Rash, acne"),
    ("Uncommon", "Swelling of the face"),
)
CLOSING = (
    ("# 4.9 Overdose", "Single doses of up to 40 mg were given in trials without a dose-limiting toxicity."),
    ("# 5. PHARMACOLOGICAL PROPERTIES",),
    ("# 5.1 Pharmacodynamic properties", "Baricitinib is a selective and reversible inhibitor of JAK1 and JAK2."),
    (
        "# 5.2 Pharmacokinetic properties",
        "Absolute oral bioavailability of baricitinib is approximately 79%.",
        "The mean elimination half-life in patients with rheumatoid arthritis is 12.5 hours.",
    ),
    ("# 6. PHARMACEUTICAL PARTICULARS",),
    (
        "# 6.4 Special precautions for storage",
        "This medicinal product does not require any special storage conditions.",
    ),
)


def page() -> str:
    """The label as HTML."""
    rows = "".join(
        f"<tr>{''.join(f'<td colspan={3 - len(row)}>{escape(cell)}</td>' for cell in row)}</tr>" for row in TABLE
    )
    gap = f'<div style="height:{_BEFORE_TABLE}pt"></div>'
    return (
        f"<html><head><style>{_STYLE}</style></head><body>{_sections(OPENING)}"
        f'<div style="break-before:page"></div>{_sections((("# 4.8 Undesirable effects",),))}{gap}'
        f"<table>{rows}</table>{_sections(CLOSING)}</body></html>"
    )


def _sections(sections: tuple[tuple[str, ...], ...]) -> str:
    lines = (line for section in sections for line in section)
    return "".join(f"<p><b>{escape(x[2:])}</b></p>" if x.startswith("# ") else f"<p>{escape(x)}</p>" for x in lines)


def write() -> None:
    """Print the label to its file."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only here

    from indication_scout_tests.reports.conftest import CHROMIUM  # noqa: PLC0415 - brings playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        sheet = browser.new_page()
        sheet.set_content(page())
        FILE.write_bytes(
            sheet.pdf(format="A4", margin={"top": "2cm", "bottom": "2cm", "left": "2.4cm", "right": "2.4cm"})
        )
        browser.close()


if __name__ == "__main__":
    write()
