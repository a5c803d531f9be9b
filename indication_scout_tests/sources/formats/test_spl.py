"""SPL documents: sections and their inheritance, text as text, the product, and input that is no label."""

from __future__ import annotations

from datetime import date

import pytest

from indication_scout_assets.domain.records.labels import Label, ProductType
from indication_scout_assets.sources.formats.spl import parse_spl
from indication_scout_assets.sources.http.http_client import TransientBody
from indication_scout_tests.wire.records import RECORDS

LOINC = 'codeSystem="2.16.840.1.113883.6.1"'
HEAD = (
    f'<id root="a"/><code code="34391-3" {LOINC} displayName="HUMAN PRESCRIPTION DRUG LABEL"/><title>A label</title>'
    '<effectiveTime value="20240131"/><setId root="99000000-0000-4000-8000-00000000000A"/><versionNumber value="3"/>'
)


def section(code: str | None, text: str = "", *inside: str, title: str = "") -> str:
    coded = "<code/>" if code is None else f'<code code="{code}" {LOINC}/>'
    body = f"<text>{text}</text>" if text else ""
    return f"<component><section>{coded}<title>{title}</title>{body}{''.join(inside)}</section></component>"


def document(*sections: str, head: str = HEAD, before: str = "") -> bytes:
    body = f"<component><structuredBody>{''.join(sections)}</structuredBody></component>"
    return f'<?xml version="1.0"?>{before}<document xmlns="urn:hl7-org:v3">{head}{body}</document>'.encode()


def only_text(text: str) -> str:
    (section_read,) = parse_spl(document(section("34067-9", text))).sections
    return section_read.text


def ingredient(name: str, moiety: str = "", kind: str = "ACTIB", unii: str = "") -> str:
    inner = f"<activeMoiety><activeMoiety><name>{moiety}</name></activeMoiety></activeMoiety>" if moiety else ""
    code = f'<code code="{unii}" codeSystem="2.16.840.1.113883.4.9"/>' if unii else '<code code="1" codeSystem="x"/>'
    substance = f"<ingredientSubstance>{code}<name>{name}</name>{inner}</ingredientSubstance>"
    return f'<ingredient classCode="{kind}">{substance}</ingredient>'


def product(*ingredients: str, approval: str = "") -> str:
    made = f"<manufacturedProduct><name>Brand<suffix>XL</suffix></name>{''.join(ingredients)}</manufacturedProduct>"
    subject = f"<subject><manufacturedProduct>{made}{approval}</manufacturedProduct></subject>"
    return f'<component><section><code code="48780-1"/><text/>{subject}</section></component>'


# ------------------------------------------------------------------------------------------------ sections
def test_unclassified_and_uncoded_sections_belong_to_the_nearest_classified_one_above() -> None:
    inner = section("42229-5", "Deep.", section(None, "Deeper.", title="5.1.1"), title="5.1")
    own = section("34073-7", "With others.", section("42229-5", "Even so."))
    label = parse_spl(
        document(section("43685-7", "", inner, own), section("42229-5", "Alone."), section("34089-3", "It is."))
    )
    assert [(s.code, s.kind, s.title, s.text) for s in label.sections] == [
        ("43685-7", "warnings", "5.1", "Deep."),
        ("43685-7", "warnings", "5.1.1", "Deeper."),
        ("34073-7", "interactions", "", "With others."),
        ("34073-7", "interactions", "", "Even so."),
        ("", "other", "", "Alone."),
        ("34089-3", "other", "", "It is."),
    ]  # fmt: skip


def test_a_parent_does_not_repeat_the_text_of_its_subsections_nor_highlights() -> None:
    excerpt = "<excerpt><highlight><text>In short.</text></highlight></excerpt>"
    label = parse_spl(document(section("34067-9", "Own.", excerpt, section("42229-5", "Below."))))
    assert label.text_of("indications") == "Own.\n\nBelow."


def test_what_stands_below_a_contraindication_or_a_boxed_warning_is_one_whatever_its_own_code() -> None:
    pregnancy = section("42228-7", "Women who are pregnant.", section("34077-8", "Animals too."))
    label = parse_spl(
        document(
            section("34070-3", "", pregnancy),
            section("34066-1", "", section("34080-2", "Not while nursing.")),
            section("43685-7", "", section("42228-7", "Use with care."), section("34073-7", "With others.")),
            section("42228-7", "Alone."),
        )
    )
    assert [(s.code, s.kind, s.text) for s in label.sections] == [
        ("42228-7", "contraindications", "Women who are pregnant."),
        ("34077-8", "contraindications", "Animals too."),
        ("34080-2", "boxed_warning", "Not while nursing."),
        ("42228-7", "other", "Use with care."),
        ("34073-7", "interactions", "With others."),
        ("42228-7", "other", "Alone."),
    ]  # fmt: skip


def test_a_contraindication_stated_by_a_title_alone_is_not_lost() -> None:
    label = parse_spl(
        document(
            section(
                "34070-3", "", section("42229-5", title="4.1 Active liver disease"), section("42229-5", title="Gout"),
                section("42229-5", "", section("42229-5", "If severe."), title="4.3 Renal"), section("42229-5"),
                title="4 CONTRAINDICATIONS",
            ),
            section("34089-3", "", section("42229-5", title="11.1 Shape")),
            section("43685-7", title="5 WARNINGS AND PRECAUTIONS"),
        )
    )  # fmt: skip
    assert [(s.kind, s.text) for s in label.sections] == [
        ("contraindications", "Active liver disease"),
        ("contraindications", "Gout"),
        ("contraindications", "If severe."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<paragraph>One <content styleCode='bold'>bold</content>\n   word.</paragraph><paragraph>Two.</paragraph>",
         "One bold word.\nTwo."),
        ("10<sup>3</sup> H<sub>2</sub>O, at<br/>night", "10³ H₂O, at night"),
        ("Use: <list><item>a</item><item><paragraph>b</paragraph><paragraph>more</paragraph></item></list>",
         "Use:\n• a\n• b\nmore"),
        ("<table><caption>T</caption><tr><th>Event</th><th>Drug<br/>n=2</th></tr>"
         "<tr><td>Rash<list><item>mild</item></list></td><td/><td>5%</td></tr></table>",
         "T\nEvent | Drug n=2\nRash • mild | | 5%"),
        ("<table><tr><td><paragraph>Framed.</paragraph><list><item>x</item></list></td></tr></table>", "Framed.\n• x"),
        ("<table><thead><tr><th>Clearance</th><th>Dose<sup>a</sup></th></tr></thead><tfoot><tr><td colspan='2'>"
         "<sup>a</sup> with water</td></tr></tfoot><tbody><tr><td rowspan='2'>40 to 80</td><td>6 mg</td></tr>"
         "<tr><td>9 mg</td></tr><tr><td>below 40</td><td>3 mg</td></tr></tbody></table>",
         "Clearance | Dose ᵃ\n40 to 80 | 6 mg\n40 to 80 | 9 mg\nbelow 40 | 3 mg\nᵃ with water"),
        ("<table><thead><tr><th colspan='3'>Reactions</th></tr><tr><th rowspan='2'>Kind</th><th colspan='2'>Drug</th>"
         "</tr><tr><th>n</th><th>%</th></tr></thead><tbody><tr><td colspan='3'>Skin</td></tr>"
         "<tr><td>Rash</td><td>4</td><td>2</td></tr></tbody></table>",
         "Reactions\nKind | Drug n | Drug %\nSkin\nRash | 4 | 2"),
        ("<paragraph>Nausea<footnote>At any dose.</footnote> was seen.</paragraph>", "Nausea was seen.\nAt any dose."),
        ("<renderMultiMedia referencedObject='M1'><caption>Figure 1</caption></renderMultiMedia>", "Figure 1"),
        ("5 &lt; 6 &amp; 7<!-- not this -->", "5 < 6 & 7"),
    ],
)  # fmt: skip
def test_markup_is_readable_text(markup: str, text: str) -> None:
    assert only_text(markup) == text


# ------------------------------------------------------------------------------------------------ the product
def test_the_head_and_the_active_ingredients() -> None:
    mix = product(
        ingredient("SILDENAFIL CITRATE", "SILDENAFIL", "ACTIM", "BW9B0ZE037"),
        ingredient("Enalapril Maleate"),
        ingredient("STARCH", "", "IACT"),
    )
    label = parse_spl(document(mix, mix))
    assert label.set_id == "99000000-0000-4000-8000-00000000000a"
    assert (label.version, label.effective, label.title) == ("3", date(2024, 1, 31), "A label")
    assert label.ingredients == ("sildenafil citrate", "enalapril maleate")
    assert label.moieties == ("sildenafil", "enalapril")
    assert label.uniis == ("BW9B0ZE037",)
    assert label.brand_names == ("Brand XL",)
    assert label.product_type is ProductType.PRESCRIPTION
    assert not label.demonstration


@pytest.mark.parametrize(
    ("code", "approval", "kind"),
    [
        ('code="50578-4" displayName="PRESCRIPTION ANIMAL DRUG LABEL"', "", ProductType.ANIMAL),
        ('code="81203-2" displayName="BULK INGREDIENT - ANIMAL DRUG"', "", ProductType.ANIMAL),
        ('code="34390-5" displayName="HUMAN OTC DRUG LABEL"', "", ProductType.OVER_THE_COUNTER),
        ('code="34390-5"', '<approval><code code="C73614"/></approval>', ProductType.HOMEOPATHIC),
        ('code="53404-0" displayName="VACCINE"', "", ProductType.OTHER),
    ],
)
def test_what_the_label_is_for(code: str, approval: str, kind: ProductType) -> None:
    head = HEAD.replace(f'code="34391-3" {LOINC} displayName="HUMAN PRESCRIPTION DRUG LABEL"', code)
    inside = product(ingredient("X"), approval=f"<subjectOf>{approval}</subjectOf>")
    assert parse_spl(document(inside, head=head)).product_type is kind


def test_a_kit_has_its_own_brand_before_those_of_its_parts() -> None:
    parts = "".join(
        f"<part><partProduct><name>{name}</name>{ingredient(name)}</partProduct></part>"
        for name in ("Velatrin", "Orma")
    )
    label = parse_spl(document(product(parts)))
    assert label.brand_names == ("Brand XL", "Velatrin", "Orma")
    assert label.moieties == ("velatrin", "orma")


def test_a_document_without_sections_or_title_is_a_label() -> None:
    label = parse_spl(b'<document xmlns="urn:hl7-org:v3"><setId root="99000000-b"/></document>')
    assert (label.title, label.sections, label.effective) == ("Label 99000000-b", (), None)
    assert label.product_type is ProductType.UNKNOWN


def test_the_sentences_every_title_opens_with_are_left_out() -> None:
    title = (
        "These highlights do not include all the information needed to use X safely and effectively. See full "
        "prescribing information for X. X tablets, for oral use<br/>Initial U.S. Approval: 1998"
    )
    label = parse_spl(document(head=HEAD.replace("A label", title)))
    assert label.title == "X tablets, for oral use Initial U.S. Approval: 1998"


def test_the_demonstration_is_marked() -> None:
    labels = [parse_spl(path.read_bytes()) for path in sorted((RECORDS / "spl").glob("*.xml"))]
    assert len(labels) == 6
    assert all(label.demonstration and label.set_id.startswith("99000000-") for label in labels)
    assert all(label.text_of("indications") and label.text_of("contraindications") for label in labels[:5])


# ------------------------------------------------------------------------------------------------ no label


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"not XML",
        document(section("34067-9", "x"))[:-30],
        b'<html><setId root="a"/></html>',
        b'<document xmlns="urn:hl7-org:v3"><setId/></document>',
    ],
)
def test_what_is_no_whole_label_is_a_fault(broken: bytes) -> None:
    with pytest.raises(TransientBody):
        parse_spl(broken)


def test_sections_and_markup_of_any_depth_are_a_label_or_a_fault() -> None:
    deep = "<component><section>" * 200 + "</section></component>" * 200
    marked = "<content>" * 150 + "x" + "</content>" * 150
    for xml in (document(deep), document(section("34067-9", marked))):
        try:
            assert isinstance(parse_spl(xml), Label)
        except TransientBody:
            continue
