"""Each box of the flow is the sum of those that follow from it, whatever the records; and a wrong number shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indication_scout_assets.domain.documents import DocumentKind
from indication_scout_assets.domain.findings.evidence import (
    Exclusion,
    IdentifiedRecords,
    PrismaFlow,
    Record,
    furthest,
)

ENDS = st.dictionaries(
    st.tuples(
        st.sampled_from((DocumentKind.ARTICLE, DocumentKind.TRIAL)), st.text("0123456789", min_size=1, max_size=3)
    ),
    st.sampled_from(
        (None, *(reason for reason in Exclusion if reason not in (Exclusion.LATER, Exclusion.NOT_DELIVERED)))
    ),
)
COUNTS = st.integers(0, 40)
SOURCES = st.lists(
    st.builds(
        IdentifiedRecords,
        source=st.sampled_from(("PubMed", "OpenAlex")),
        searches=st.just(1),
        records=st.none() | COUNTS,
    ),
    max_size=4,
)


@given(SOURCES, ENDS, COUNTS, COUNTS, COUNTS)
def test_every_box_is_the_sum_of_those_that_follow(
    sources: list[IdentifiedRecords], ends: dict[Record, Exclusion | None], later: int, missing: int, followed: int
) -> None:
    flow = PrismaFlow.of(sources, ends, later=later, not_delivered=missing, followed=min(followed, len(ends)))
    assert flow.faults == ()
    assert flow.counted == sum(reason is None for reason in ends.values())
    reasons = (*flow.removed, *flow.screened_out, *flow.not_counted)
    assert len({part.reason for part in reasons}) == len(reasons)
    assert all(part.number > 0 for part in reasons)
    assert flow.identified == sum(part.number for part in reasons) + flow.counted


@pytest.mark.parametrize("box", ["otherwise", "identified", "screened", "read", "counted"])
def test_a_box_with_another_number_shows(box: str) -> None:
    ends = {(DocumentKind.ARTICLE, "1"): None, (DocumentKind.ARTICLE, "2"): Exclusion.NO_DRUG}
    flow = PrismaFlow.of([IdentifiedRecords(source="PubMed", searches=1, records=3)], ends)
    assert flow.faults == ()
    assert flow.model_copy(update={box: getattr(flow, box) + 1}).faults


def test_a_source_that_gave_no_answer_is_named_and_adds_nothing() -> None:
    silent = IdentifiedRecords(source="OpenAlex", searches=1, not_in_full=1)
    flow = PrismaFlow.of([silent, IdentifiedRecords(source="PubMed", searches=1, matching=9, records=2)], {})
    assert (flow.identified, flow.unanswered) == (2, ("OpenAlex",))


@given(st.lists(ENDS, max_size=4))
def test_of_several_pairs_a_record_is_as_far_as_where_it_came_furthest(
    pairs: list[dict[Record, Exclusion | None]],
) -> None:
    places = {reason: place for place, reason in enumerate((*Exclusion, None))}
    joined = furthest(pairs)
    assert joined.keys() == {record for of_pair in pairs for record in of_pair}
    for record, reason in joined.items():
        assert places[reason] == max(places[of_pair[record]] for of_pair in pairs if record in of_pair)
