"""Grading one item of evidence by facts: level, directness, participants, risks, polarity, and which report counts.

What belongs here: rules over an article, a registered trial and what was verified about them. What does not: what a
trial's outcome is (``rules.trials``), what a grade is worth in a score (``scoring``), models of any kind.
"""
