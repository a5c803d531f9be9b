"""Training of the bundled models from judged sets."""
