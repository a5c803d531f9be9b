"""One repository for each aggregate, over the statements of its file in ``sql``."""
