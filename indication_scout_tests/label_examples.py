"""Labels of two invented drugs for tests: as SPL, as its zip and as PDFs, with the cases that are easy to get wrong.

What belongs here: bytes of labels and what is read of them. They assert nothing.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from indication_scout_assets.domain.monographs.label_documents import Monograph
from indication_scout_assets.rules.labels.drug_aliases import DrugNames
from indication_scout_assets.rules.labels.label_cutting import monograph
from indication_scout_assets.rules.labels.label_facts import DrugTexts
from indication_scout_assets.sources.formats.spl_sections import printed_spl

VELOTRIN, ORMADINE = "11110000-0000-4000-8000-000000000001", "11110000-0000-4000-8000-000000000002"
TAVOLINE = "11110000-0000-4000-8000-000000000003"
PICTURE = b"\x89PNG not really a picture"


def section(code: str, title: str, text: str = "", *inside: str) -> str:
    coded = f'<code code="{code}"/>' if code else "<code/>"
    body = f"<text>{text}</text>" if text else ""
    return f"<component><section>{coded}<title>{title}</title>{body}{''.join(inside)}</section></component>"


def paragraphs(*texts: str) -> str:
    return "".join(f"<paragraph>{text}</paragraph>" for text in texts)


def items(*texts: str) -> str:
    return f"<list>{''.join(f'<item>{text}</item>' for text in texts)}</list>"


def _rows(*rows: Sequence[str]) -> str:
    cells = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    return f"<table><tbody>{''.join(f'<tr>{row}</tr>' for row in cells)}</tbody></table>"


def spl(set_id: str, brand: str, ingredient: str, moiety: str, *sections: str) -> bytes:
    substance = (
        f"<ingredientSubstance><name>{ingredient}</name><activeMoiety><activeMoiety><name>{moiety}</name>"
        "</activeMoiety></activeMoiety></ingredientSubstance>"
    )
    made = (
        f"<manufacturedProduct><name>{brand}</name>"
        f'<ingredient classCode="ACTIM">{substance}</ingredient></manufacturedProduct>'
    )
    product = (
        '<component><section><code code="48780-1"/><text/><subject><manufacturedProduct>'
        f"{made}</manufacturedProduct></subject></section></component>"
    )
    return (
        '<?xml version="1.0"?><document xmlns="urn:hl7-org:v3"><code code="34391-3"/>'
        f'<title>{brand} tablets</title><effectiveTime value="20250203"/><setId root="{set_id}"/>'
        f'<versionNumber value="4"/><component><structuredBody>{product}{"".join(sections)}</structuredBody>'
        "</component></document>"
    ).encode()


@cache
def velotrin() -> bytes:
    """A label in the newer form, with a trap, a conditional dose, a table and a formula."""
    return spl(
        VELOTRIN, "Velozip", "velotrin sodium", "velotrin",
        section("34066-1", "WARNING: SEVERE COUGH", paragraphs("Velozip may cause severe cough.")),
        section("34067-9", "1 INDICATIONS AND USAGE", paragraphs("Velozip is indicated for the treatment of gout.")),
        section(
            "34068-7", "2 DOSAGE AND ADMINISTRATION", "",
            section("", "2.1 Adults", paragraphs(
                "The recommended starting dose of Velozip is 10 mg once daily. The maximum dose is 40 mg daily.",
                "If a dose is missed, it should be taken on the same day.",
            )),
            section("", "2.2 Renal Impairment", paragraphs(
                "In patients with creatinine clearance below 30 mL/min/1.73 m2, give 5 mg every other day.",
            )),
            section("34066-1", "List of Strengths", paragraphs("Use the 5 mg tablet first.")),
        ),
        section("34070-3", "4 CONTRAINDICATIONS", paragraphs("Velozip is contraindicated in patients with:") + items(
            "known hypersensitivity to velotrin", "severe liver failure"
        )),
        section(
            "43685-7", "5 WARNINGS AND PRECAUTIONS", "",
            section("", "5.1 Tendon Pain", paragraphs(
                "Velozip has been associated with tendon pain, e.g. of the heel. Stop treatment at the first sign."
            )),
        ),
        section("34073-7", "7 DRUG INTERACTIONS", paragraphs("Table 2: Interactions") + _rows(
            ["Drug", "Effect"], ["Colestipol", "Reduces the absorption of velotrin by 40%"],
            ["Warfarin", "Increases the effect of warfarin"],
        )),
        section("43684-0", "8 USE IN SPECIFIC POPULATIONS", "", section(
            "34081-0", "8.4 Pediatric Use",
            paragraphs("Safety and effectiveness of Velozip in children have not been established."),
        )),
        section("34088-5", "10 OVERDOSAGE", paragraphs(
            "Signs of overdosage are nausea and cough. Hemodialysis does not remove velotrin."
        )),
        section(
            "34089-3", "11 DESCRIPTION",
            paragraphs("Its molecular weight is 331.4. Its structural formula is:")
            + '<renderMultiMedia referencedObject="M1"/>',
            '<component><observationMedia ID="M1"><value><reference value="velotrin-formula.png"/></value>'
            "</observationMedia></component>",
        ),
        section(
            "34090-1", "12 CLINICAL PHARMACOLOGY", "",
            section("43679-0", "12.1 Mechanism of Action", paragraphs("Velotrin inhibits urate transport.")),
            section("43682-4", "12.3 Pharmacokinetics", paragraphs(
                "Velotrin is rapidly absorbed. The half-life of velotrin is 1.6 hours (range 1.2 to 2.0 hours).",
                "Velotrin is about 35% bound to plasma proteins.",
            )),
        ),
        section("34069-5", "16 HOW SUPPLIED", paragraphs("Store at 20° to 25°C in the bottle.")),
        section("42230-3", "Patient Information", paragraphs("The half-life of Velozip is told by your doctor.")),
    )  # fmt: skip


@cache
def ormadine() -> bytes:
    """A label in the older form, without a half-life and without a picture."""
    return spl(
        ORMADINE, "Ormadin", "ormadine hydrochloride", "ormadine",
        section("34067-9", "INDICATIONS AND USAGE", paragraphs("Ormadine is indicated for hay fever.")),
        section("34090-1", "CLINICAL PHARMACOLOGY", paragraphs(
            "Ormadine is 90% bound to plasma proteins.", "The half-life of ormadine is 12 hours."
        )),
        section("34088-5", "OVERDOSAGE", paragraphs("Overdosage of ormadine causes sleep.")),
    )  # fmt: skip


@cache
def tavoline() -> bytes:
    """A label with doses by disease and age in a table, explained abbreviations, and titles that lead in their text."""
    return spl(
        TAVOLINE, "Tavolux Night Relief", "tavoline", "tavoline",
        section("34067-9", "1 INDICATIONS AND USAGE", paragraphs(
            "Tavoline is indicated for panic disorder (PD) and obsessive-compulsive disorder (OCD)."
        )),
        section(
            "34068-7", "2 DOSAGE AND ADMINISTRATION",
            _rows(["Disease", "Starting Dose"], ["PD", "25 mg"], ["OCD", "50 mg"]),
            section("", "2.2 Pediatric Dosage", paragraphs("Increase the dose weekly up to a maximum of 80 mg.")),
            section("", "2.3 Oral Solution", paragraphs("Mix the solution with half a glass of water only.")),
            section("", "2.4 Discontinuation", paragraphs("Reduce the dose gradually rather than abruptly.")),
        ),
        section("34071-1", "5 WARNINGS AND PRECAUTIONS", "",
            section("", "5.1 Hyponatremia", paragraphs("Hyponatremia has occurred with tavoline.")),
            section("", "5.2 Monitoring", paragraphs(
                "Monitor liver enzymes in all patients.", "Determine sodium every 4 weeks."
            )),
            section("50566-9", "Stop use and ask a doctor if", items("pain lasts more than 7 days", "a rash appears")),
        ),
        section("34084-4", "6 ADVERSE REACTIONS", _rows(
            ["Reaction", "Tavoline", "Placebo"], ["Nausea", "26%", "12%"], ["Tremor", "8%", "1%"]
        )),
        section("43684-0", "8 USE IN SPECIFIC POPULATIONS", "", section(
            "34081-0", "8.4 Pediatric Use", paragraphs("Tavoline is effective in pediatric patients with OCD."),
        )),
        section("34090-1", "12 CLINICAL PHARMACOLOGY", "", section("43682-4", "12.3 Pharmacokinetics", paragraphs(
            "Desmethyltavoline has a half-life of 70 hours.", "The effect of a dose lasts up to 30 hours.",
            "Kinetics in rats were linear.",
        ))),
        section("60561-8", "Other information", items("store at 20-25°C (68-77°F)")),
    )  # fmt: skip


def zipped(xml: bytes) -> bytes:
    """The zip DailyMed packs a label in, with its picture."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in (("label.xml", xml), ("velotrin-formula.png", PICTURE)):
            archive.writestr(zipfile.ZipInfo(name), content)  # the time of now would be in the bytes
    return made.getvalue()


def held(xml: bytes, drug: str) -> Monograph:
    printed = printed_spl(xml)
    return monograph(printed, drug, printed.set_id, "DailyMed")


def texts_of(label: Monograph) -> DrugTexts:
    return DrugTexts([label.document], label.sections, label.spans)


def names_of(*labels: Monograph) -> DrugNames:
    return DrugNames(alias for label in labels for alias in label.aliases)


# ------------------------------------------------------------------------------------------------ PDF
Printed = tuple[str, bool]
"""A line and whether it is bold."""


class Drawn(NamedTuple):
    """A page: texts (bold, or in a size) with their left and bottom in points, ruled lines, texts in smaller type."""

    texts: Sequence[tuple[str, int, float, float]]
    rules: Sequence[tuple[float, float, float, float]] = ()
    small: Sequence[tuple[str, float, float]] = ()


def pdf(*pages: Sequence[Printed]) -> bytes:
    """A PDF whose lines stand one below the other, in Helvetica of 10 points."""
    return drawn_pdf(
        *(Drawn([(text, bold, 50, 780 - 14 * n) for n, (text, bold) in enumerate(page)]) for page in pages)
    )


def drawn_pdf(*pages: Drawn, properties: Mapping[str, str] = MappingProxyType({})) -> bytes:
    """A PDF of A4 pages in Helvetica of 10 points."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", *(
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>"
        for name in ("Helvetica", "Helvetica-Bold")
    )]  # fmt: skip
    kids = []
    for page in pages:
        drawn = "\n".join(
            [
                f"BT /F{2 if bold is True else 1} {bold if bold > 1 else 10} Tf {x} {y} Td ({_escaped(text)}) Tj ET"
                for text, bold, x, y in page.texts
            ]
            + [f"BT /F1 6 Tf {x} {y} Td ({_escaped(text)}) Tj ET" for text, x, y in page.small]
            + [f"{left} {bottom} m {right} {top} l S" for left, bottom, right, top in page.rules]
        )
        objects.append(f"<< /Length {len(drawn.encode('cp1252'))} >>\nstream\n{drawn}\nendstream")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {len(objects)} 0 R "
            "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects.append("<< " + " ".join(f"/{name} ({_escaped(value)})" for name, value in properties.items()) + " >>")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    made, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(made))
        made += f"{number} 0 obj\n{content}\nendobj\n".encode("cp1252")
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    trailer = (
        f"trailer << /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\nstartxref\n{len(made)}\n%%EOF"
    )
    return made + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}".encode("cp1252")


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
