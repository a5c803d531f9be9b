"""The retraction gate: which signals retract, which do not, and what silence means."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.records.articles import (
    Article,
    Correction,
    Origin,
    PublicationType,
    RetractionStatus,
)
from indication_scout_assets.domain.records.retractions import Notice, RetractionSignal
from indication_scout_assets.reports.words.retraction_words import retraction_sentence
from indication_scout_assets.rules.literature.retraction_status import check, pubmed_signals, status_of, with_notices

NOW = datetime(2026, 1, 2, tzinfo=UTC)
LINKS_OF_THE_DTD = (
    "AssociatedDataset", "AssociatedPublication", "CommentIn", "CommentOn", "CorrectedandRepublishedIn",
    "CorrectedandRepublishedFrom", "ErratumIn", "ErratumFor", "ExpressionOfConcernIn", "ExpressionOfConcernFor",
    "RepublishedIn", "RepublishedFrom", "RetractedandRepublishedIn", "RetractedandRepublishedFrom", "RetractionIn",
    "RetractionOf", "UpdateIn", "UpdateOf", "SummaryForPatientsIn", "OriginalReportIn", "ReprintIn", "ReprintOf",
    "Cites",
)  # fmt: skip
TYPES = (
    PublicationType(name="Retracted Publication", ui="D016441"),
    PublicationType(name="Retracted Publication"),
    PublicationType(name="Retraction of Publication", ui="D016440"),
    PublicationType(name="Published Erratum", ui="D016425"),
    PublicationType(name="Expression of Concern", ui="D000075742"),
    PublicationType(name="Journal Article", ui="D016428"),
)


def article(*links: str, types: tuple[PublicationType, ...] = (), **fields: object) -> Article:
    corrections = tuple(Correction(kind=kind, pmid="99000009") for kind in links)
    parts = {"pmid": "99000001", "title": "A trial", "corrections": corrections, "publication_types": types, **fields}
    return Article.model_validate(parts)


def signal(notice: Notice, year: int | None = None, source: str = "Crossref", reason: str = "") -> RetractionSignal:
    return RetractionSignal(source=source, notice=notice, dated=year and date(year, 3, 2), reason=reason)


class TestPubMedsOwnWord:
    @pytest.mark.parametrize(
        ("link", "status"),
        [
            ("RetractionIn", "retracted"),
            ("RetractedandRepublishedIn", "retracted"),
            ("PartialRetractionIn", "expression_of_concern"),
            ("ExpressionOfConcernIn", "expression_of_concern"),
            ("ErratumIn", "corrected"),
            ("CorrectedandRepublishedIn", "corrected"),
            ("RetractionOf", "none"),
            ("ErratumFor", "none"),
            ("RetractedandRepublishedFrom", "none"),
            ("UpdateIn", "none"),
            ("CommentIn", "none"),
        ],
    )
    def test_links(self, link: str, status: str) -> None:
        assert check(article(link), {}, NOW).status == status

    def test_the_type_retracts_and_that_of_the_notice_does_not(self) -> None:
        assert check(article(types=TYPES[:1]), {}, NOW).status is RetractionStatus.RETRACTED
        assert check(article(types=TYPES[2:4]), {}, NOW).status is RetractionStatus.NONE

    @pytest.mark.parametrize(
        "concerned",
        [
            article(types=TYPES[4:5]),
            article(title="Expression of Concern: A trial"),
            article(title="Expression of concern"),
        ],
    )
    def test_a_concern_is_shown_as_one_and_is_no_retraction(self, concerned: Article) -> None:
        assert check(concerned, {}, NOW).status is RetractionStatus.EXPRESSION_OF_CONCERN
        assert concerned.usable

    def test_a_signal_names_the_notice_and_where_it_was_read(self) -> None:
        assert pubmed_signals(article("RetractionIn")) == [
            RetractionSignal(source="PubMed RetractionIn", notice=Notice.RETRACTION, notice_id="99000009")
        ]
        elsewhere = article(types=TYPES[:1], origins=(Origin(source="Europe PMC", id="MED:99000001"),))
        assert pubmed_signals(elsewhere)[0].source == "Europe PMC publication type"

    @given(
        st.lists(st.sampled_from(LINKS_OF_THE_DTD)), st.sets(st.sampled_from(TYPES)),
        st.sampled_from(["A trial", "RETRACTED: A trial"]),
    )  # fmt: skip
    def test_the_article_says_the_same_by_itself(
        self, links: list[str], types: set[PublicationType], title: str
    ) -> None:
        """``Article.retraction`` answers before any other source is asked; both read PubMed's words alike."""
        paper = article(*links, types=tuple(types), title=title)
        assert paper.retraction is status_of(pubmed_signals(paper), checked=["PubMed"])


RETRACTION, CONCERN, CORRECTION, REINSTATEMENT = Notice


class TestStatus:
    @pytest.mark.parametrize(
        ("signals", "status"),
        [
            ([(RETRACTION, 2015)], "retracted"),
            ([(RETRACTION, None)], "retracted"),
            ([(RETRACTION, 2015), (REINSTATEMENT, 2016)], "reinstated"),
            ([(RETRACTION, 2015), (REINSTATEMENT, 2016), (RETRACTION, 2017)], "retracted"),
            ([(RETRACTION, 2015), (REINSTATEMENT, 2015)], "retracted"),
            ([(RETRACTION, 2015), (REINSTATEMENT, None)], "retracted"),
            ([(CONCERN, 2014), (RETRACTION, 2015), (REINSTATEMENT, 2016)], "reinstated"),
            ([(REINSTATEMENT, 2016), (CONCERN, 2017), (RETRACTION, 2015)], "expression_of_concern"),
            ([(REINSTATEMENT, None)], "reinstated"),
            ([(CORRECTION, 2015)], "corrected"),
        ],
    )
    def test_signals_together(self, signals: list[tuple[Notice, int | None]], status: str) -> None:
        assert status_of([signal(*notice) for notice in signals], ["Crossref"]) == status

    def test_silence_is_clean_only_where_somebody_answered(self) -> None:
        assert status_of([], ["Crossref"]) is RetractionStatus.NONE
        assert status_of([], []) is RetractionStatus.UNCHECKED

    @given(st.lists(st.builds(signal, st.sampled_from(Notice), st.one_of(st.none(), st.integers(2000, 2020)))))
    def test_the_order_of_the_sources_changes_nothing_and_corrections_never_retract(
        self, signals: list[RetractionSignal]
    ) -> None:
        status = status_of(signals, ["x"])
        assert status_of(reversed(signals), ["x"]) is status
        if all(notice.notice is not Notice.RETRACTION for notice in signals):
            assert status is not RetractionStatus.RETRACTED
        elif all(notice.notice is not Notice.REINSTATEMENT for notice in signals):
            assert status is RetractionStatus.RETRACTED


class TestCheck:
    elsewhere = article(pmid=None, doi="10.1000/a", origins=(Origin(source="Semantic Scholar", id="s"),))

    def test_a_source_without_an_answer_is_named_and_one_not_asked_is_not(self) -> None:
        checked = check(article(), {"Crossref": None, "OpenAlex": []}, NOW)
        assert (checked.checked, checked.unchecked) == (("PubMed", "OpenAlex"), ("Crossref",))
        assert (checked.status, checked.article_id, checked.checked_at) == (RetractionStatus.NONE, "99000001", NOW)
        assert retraction_sentence(checked) == "No notice found by PubMed and OpenAlex. No answer from Crossref."

    def test_nobody_answered(self) -> None:
        checked = check(self.elsewhere, {"Crossref": None, "OpenAlex": None}, NOW)
        assert checked.status is RetractionStatus.UNCHECKED
        assert retraction_sentence(checked) == "Not checked. No answer from Crossref and OpenAlex."
        assert retraction_sentence(check(self.elsewhere, {}, NOW)) == "Not checked."

    def test_a_record_of_a_source_that_flags_is_an_answer(self) -> None:
        paper = article(pmid=None, doi="10.1000/a", origins=(Origin(source="OpenAlex", id="W1"),))
        assert check(paper, {}, NOW).checked == ("OpenAlex",)
        assert check(paper, {"OpenAlex": None}, NOW).checked == ()

    def test_the_sentence_names_the_first_day_every_source_once_and_the_reason(self) -> None:
        answers = {
            "Crossref": [signal(RETRACTION, 2016), signal(RETRACTION, 2015, reason="fabricated data.")],
            "OpenAlex": None,
        }
        checked = check(article("RetractionIn", "ErratumIn", types=TYPES[:1]), answers, NOW)
        assert retraction_sentence(checked) == (
            "Retracted 2015-03-02 according to PubMed and Crossref: fabricated data. No answer from OpenAlex."
        )

    def test_sources_that_contradict_what_won_are_named(self) -> None:
        watch = [signal(RETRACTION, 2015, "Retraction Watch"), signal(REINSTATEMENT, 2016, "Retraction Watch")]
        checked = check(article("RetractionIn"), {"Retraction Watch": watch, "Crossref": [], "Europe PMC": []}, NOW)
        assert checked.status is RetractionStatus.RETRACTED
        assert retraction_sentence(checked) == (
            "Retracted 2015-03-02 according to PubMed and Retraction Watch. "
            "The reinstatement of 2016-03-02 that Retraction Watch gives does not answer all of it. "
            "Crossref and Europe PMC name none."
        )

    def test_a_source_that_gives_no_answer_keeps_its_word(self) -> None:
        before = check(article(), {"Crossref": [signal(RETRACTION, 2015)], "OpenAlex": []}, NOW)
        now = check(article(), {"Crossref": None, "OpenAlex": []}, NOW, before)
        assert now.status is RetractionStatus.RETRACTED
        assert retraction_sentence(now).endswith("No answer from Crossref; the earlier answer of Crossref is kept.")
        again = check(article(), {"Crossref": None, "OpenAlex": None}, NOW, now)
        assert again.status is RetractionStatus.RETRACTED
        assert check(article(), {"Crossref": [], "OpenAlex": []}, NOW, again).status is RetractionStatus.NONE

    def test_a_retraction_of_pubmed_that_is_gone_is_not_kept(self) -> None:
        before = check(article("RetractionIn"), {"Crossref": []}, NOW)
        assert check(article(), {"Crossref": None}, NOW, before).status is RetractionStatus.NONE

    @pytest.mark.parametrize(
        ("notice", "sentence"),
        [
            (CONCERN, "Under an expression of concern 2015-03-02 according to Crossref."),
            (CORRECTION, "Corrected 2015-03-02 according to Crossref."),
            (REINSTATEMENT, "Reinstated after a retraction or a concern 2015-03-02 according to Crossref."),
        ],
    )
    def test_sentences_of_the_other_standings(self, notice: Notice, sentence: str) -> None:
        assert retraction_sentence(check(self.elsewhere, {"Crossref": [signal(notice, 2015)]}, NOW)) == sentence


FLAG = [RetractionSignal(source="OpenAlex", notice=Notice.RETRACTION)]


class TestOpenAlexsFlag:
    """It is one yes or no; it once marked what was only corrected."""

    @pytest.mark.parametrize(
        ("links", "answers", "status"),
        [
            ((), {"Crossref": []}, "retracted"),  # nobody says what else it could be
            (("ErratumIn",), {"Crossref": []}, "corrected"),
            (("ErratumIn",), {"Crossref": None}, "retracted"),  # where the flag comes from was not heard
            (("ExpressionOfConcernIn",), {"Crossref": []}, "expression_of_concern"),
            ((), {"Crossref": [signal(RETRACTION, 2015), signal(REINSTATEMENT, 2016)]}, "reinstated"),
            (("ErratumIn",), {"Crossref": [signal(RETRACTION, 2015)]}, "retracted"),
        ],
    )
    def test_it_yields_to_notices_that_are_named(
        self, links: tuple[str, ...], answers: dict[str, list[RetractionSignal] | None], status: str
    ) -> None:
        answered = {"OpenAlex": FLAG, **answers}
        checked = check(article(*links), answered, NOW)
        assert checked.status == status
        assert set(FLAG) <= set(checked.signals), "it is shown whatever it is worth"
        marked = check(article(*links, marked_retracted_by=("OpenAlex",)), answers, NOW)
        assert marked.status == status

    def test_that_it_was_set_aside_is_said(self) -> None:
        assert retraction_sentence(check(article("ErratumIn"), {"OpenAlex": FLAG, "Crossref": []}, NOW)) == (
            "Corrected according to PubMed. OpenAlex marks it as retracted; no source of notices confirms it."
        )

    def test_the_notice_is_not_the_paper_it_retracts(self) -> None:
        assert check(article("RetractionOf", types=TYPES[2:3]), {"OpenAlex": FLAG}, NOW).status is RetractionStatus.NONE


class TestMarksInTitles:
    @pytest.mark.parametrize(
        ("title", "mark"),
        [
            ("Sildenafil in Raynaud disease [RETRACTED].", "RETRACTED"),
            ("Retracted papers on sildenafil: a survey", ""),
            ("Withdrawn: why patients leave trials of sildenafil", ""),
            ("Withdrawn: Sildenafil for Raynaud disease", "Withdrawn"),
            ("[Withdrawn] Sildenafil for Raynaud disease", "Withdrawn"),
            ("Sildenafil for Raynaud disease. Retracted.", "Retracted"),
            ("Withdrawal of sildenafil in Raynaud disease: a trial", ""),
            ("Citations of retracted articles (a survey of retracted papers)", ""),
            ("Retraction: Sildenafil in Raynaud disease", ""),
        ],
    )
    def test_what_publishers_write_and_what_authors_do(self, title: str, mark: str) -> None:
        paper = article(title=title, pmid=None, id="S2:1", origins=(Origin(source="Semantic Scholar", id="1"),))
        assert paper.title_mark == mark
        assert (paper.retraction is RetractionStatus.RETRACTED) == bool(mark)
        checked = check(paper, {}, NOW)
        assert checked.status == ("retracted" if mark else "unchecked")
        if mark:
            assert retraction_sentence(checked) == f'Retracted according to Semantic Scholar: titled "{mark}".'

    @pytest.mark.parametrize(
        ("title", "is_notice"),
        [
            ("Retraction: Sildenafil in Raynaud disease", True),
            ("Removal notice", True),
            ("Notice of removal: Sildenafil in Raynaud disease", True),
            ("WITHDRAWAL: Sildenafil in Raynaud disease", True),
            ("Withdrawal: what patients on sildenafil say", False),
            ("Retraction.", True),
            ("Retraction of the nipple after sildenafil", False),
            ("Retraction: a way to correct science", False),
            ("Erratum: Sildenafil in Raynaud disease", False),
        ],
    )
    def test_titles_of_notices(self, title: str, is_notice: bool) -> None:
        record = article(title=title)
        assert (record.is_retraction_notice, record.usable) == (is_notice, not is_notice)
        assert record.retraction is RetractionStatus.NONE

    def test_a_notice_titled_like_the_paper_is_no_retracted_paper(self) -> None:
        assert article(title="Retracted: Sildenafil in Raynaud", types=TYPES[2:3]).title_mark == ""


class TestNoticesHeld:
    """A notice that is held strikes the paper that it names, whatever the paper's own record says."""

    @pytest.mark.parametrize(
        ("link", "status"),
        [
            (Correction(kind="RetractionOf", pmid="7"), RetractionStatus.RETRACTED),
            (Correction(kind="RetractionOf", doi="10.1234/OATS"), RetractionStatus.RETRACTED),
            (Correction(kind="RetractionOf", pmcid="PMC7"), RetractionStatus.RETRACTED),
            (Correction(kind="ErratumFor", pmid="7"), RetractionStatus.NONE),
            (Correction(kind="RetractionOf", pmid="8"), RetractionStatus.NONE),
        ],
    )
    def test_by_any_number(self, link: Correction, status: RetractionStatus) -> None:
        paper = Article(pmid="7", pmcid="PMC7", doi="10.1234/oats", title="Oats")
        notice = Article(pmid="9", title="Retraction: Oats", corrections=(link,))
        linked = with_notices([paper, notice])
        assert linked["7"].retraction is status
        assert linked["9"] == notice
        if status is RetractionStatus.RETRACTED:
            assert [signal.notice_id for signal in pubmed_signals(linked["7"])] == ["9"]

    def test_a_link_that_the_paper_has_is_not_doubled(self) -> None:
        paper = Article(pmid="7", title="Oats", corrections=(Correction(kind="RetractionIn", pmid="9", source="J"),))
        notice = Article(pmid="9", title="x", corrections=(Correction(kind="RetractionOf", pmid="7"),))
        assert with_notices([paper, notice]) == {"7": paper, "9": notice}
