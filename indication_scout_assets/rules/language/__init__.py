"""Sentences: where they stand, which of them name the drug and the disease, which are quotable.

What belongs here: what every reader of a text needs first. What a sentence says is read in ``stance`` and ``effects``.
"""
