"""Tests of the synthesis room."""
