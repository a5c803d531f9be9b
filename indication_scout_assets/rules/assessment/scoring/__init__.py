"""The score of a candidate from its evidence: five parts, each with every term and factor behind it.

What belongs here: weights and arithmetic over graded evidence, pure and deterministic. What a single item is worth is
decided by facts in ``grading`` and ``rules.trials``; what is harmful in ``harms``; the ranking before the evidence in
``rules.candidates``. The page for people is ``docs/scoring.md``.
"""
