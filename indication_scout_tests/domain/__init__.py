"""Tests of the nouns and the rules."""
