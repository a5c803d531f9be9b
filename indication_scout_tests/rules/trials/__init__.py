"""Trials, stages and guidelines read by rules."""
