"""What the models share: how torch's threads wait, and how a model that is not there is named."""

from __future__ import annotations

import importlib
import os

import huggingface_hub
import pytest

from indication_scout_assets.domain.outcomes import PermanentFailure
from indication_scout_assets.ranking.models import model_folders


@pytest.mark.parametrize(("given", "kept"), [(None, "PASSIVE"), ("ACTIVE", "ACTIVE")])
def test_threads_do_not_hold_a_core_while_they_wait_unless_told_to(
    given: str | None, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_WAIT_POLICY", given or "")
    if given is None:
        monkeypatch.delenv("OMP_WAIT_POLICY")
    importlib.reload(model_folders)
    assert os.environ["OMP_WAIT_POLICY"] == kept


class OtherClientError(Exception):
    """What a newer client of HTTP raises: neither an OSError nor an error of the client that is used here."""


def test_a_hub_that_cannot_be_asked_is_a_sentence_whatever_its_library_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*args: object) -> bool:
        raise OtherClientError("Name or service not known")

    monkeypatch.setattr(huggingface_hub, "file_exists", fails)
    with pytest.raises(PermanentFailure, match=r"hub cannot be asked \(Name or service not known\)"):
        model_folders.require_model("no-such-model", "embedding model")
