"""What the models of this room share: their library, telling folders from hub names, one version of a folder from
another, errors in one line, and how their threads wait.

What does not belong here: loading or running a model (embedders, cross_encoders).
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

from ...domain.outcomes import PermanentFailure

# Read by torch's OpenMP when torch loads, which is after this. Threads that wait for each other in a loop hold the
# cores others need: on two shared cores 127 abstracts took 7 to 22 s of processor time, and take 6 to 8 s with this;
# the vectors are the same.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

_SAMPLE_BYTES = 65_536
"""Read from the start, middle and end of a weight file to tell one version from another."""


def looks_like_a_path(model: str) -> bool:
    """Whether a model's name can only mean a folder; hub names are ``name`` or ``owner/name``."""
    return model.startswith((".", "/", "~")) or "\\" in model or model.count("/") > 1


def first_line(error: Exception) -> str:
    """First line of an error's words, at most 160 characters, without its full stop."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:160].rstrip(".")


def folder_fingerprint(folder: Path) -> str:
    """Hash of the files' names, sizes and samples of their bytes: milliseconds, even for gigabytes of weights."""
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        size = path.stat().st_size
        digest.update(f"{path.relative_to(folder).as_posix()}\0{size}\0".encode())
        with path.open("rb") as file:
            for offset in sorted({0, max(0, size // 2 - _SAMPLE_BYTES // 2), max(0, size - _SAMPLE_BYTES)}):
                file.seek(offset)
                digest.update(file.read(_SAMPLE_BYTES))
    return digest.hexdigest()[:12]


def sentence_transformers() -> Any:
    """The library of that name, imported here alone, without its own bar, which would tear ours; it takes seconds."""
    import sentence_transformers as library  # noqa: PLC0415
    from transformers.utils import logging  # noqa: PLC0415

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    return library


def require_model(model: str, what: str) -> None:
    """Nothing where the model is a folder, or is kept here by the hub's cache, or the hub knows it.

    Raises:
        PermanentFailure: none of these.
    """
    if Path(model).expanduser().is_dir():
        return
    sentence = f"The {what} {model} is no folder, is not kept on this machine, "
    if looks_like_a_path(model):
        raise PermanentFailure(f"The {what} folder {model} does not exist; give another folder, or a model's name.")
    from huggingface_hub import file_exists, try_to_load_from_cache  # noqa: PLC0415 - half a second
    from huggingface_hub.errors import HFValidationError  # noqa: PLC0415

    names = (model,) if "/" in model else (model, f"sentence-transformers/{model}")
    try:
        if any(isinstance(try_to_load_from_cache(name, "config.json"), str) for name in names):
            return
        if not any(file_exists(name, "config.json") for name in names):
            raise PermanentFailure(f"{sentence}and the model hub knows no such model; give another, or minilm.")
    except HFValidationError as error:
        raise PermanentFailure(f"{model!r} can be no {what} ({first_line(error)}); give another, or minilm.") from None
    except PermanentFailure:
        raise
    except Exception as error:  # the hub's library raises what its own client of HTTP does, another one by version
        reason = first_line(error)
        raise PermanentFailure(f"{sentence}and the model hub cannot be asked ({reason}); try minilm.") from None
