"""Tests of the repositories of questions."""
