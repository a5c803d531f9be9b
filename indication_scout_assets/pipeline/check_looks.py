"""Asking checks at the end of a run at a price that follows what the run did, not how many drugs there are.

What belongs here: which subjects a check that reads record by record looks at, and what it knows of the others. What is
checked is in ``data_checks``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..domain.runs import Subject, SubjectKind
from .data_checks import DataCheck, Offence, subject_names
from .source_bench import code_version
from .workbench import Workbench


def offences_now(
    bench: Workbench, check: DataCheck, kind: SubjectKind, states: Mapping[str, str], *, anew: bool = False
) -> Sequence[Offence]:
    """What breaks the rule in the workspace.

    A check that reads record by record looks at the subjects whose stages ended otherwise since it looked at them last,
    and at those that it never looked at; ``anew`` at all of them. A row that subjects share and that another one's run
    changed is seen when ``anew`` or when the subject itself is run.

    Args:
        states: how the stages of each subject of the kind ended, by its key; the same for every check of a run.
    """
    if check.of_subject is None:
        return check.find(bench)
    known = bench.db.checks.looks(check.name)
    offences: list[Offence] = []
    for name in subject_names(bench, kind):
        key = Subject(kind, name).key
        state = f"{code_version()} {states.get(key, '')}"
        if anew or key not in known or known[key].state != state:
            seen = check.of_subject(bench, name)
            bench.db.checks.save_look(check.name, key, state, seen)
            offences += seen
        else:
            offences += [Offence(*offence) for offence in known[key].offences]
    return offences
