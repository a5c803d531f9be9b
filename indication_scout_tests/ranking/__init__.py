"""Tests of the ranking room."""
