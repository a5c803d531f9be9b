"""The tests: a folder for each room, and fixtures for all."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""Of the repository."""
