"""Outcomes: blood pressure, weight, deaths. Which one a question names, and which way a sentence says it went.

What belongs here: reading of outcomes for a drug that is known. Comparisons of two arms in full, with their numbers,
are read in ``questions.directions``.
"""
