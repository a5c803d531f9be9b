"""From what the paths found to candidates: directions, approved uses, diseases that are too broad, the ranking formula.

What does not belong here: asking Open Targets, and the score after the evidence (``assessment.scoring``).
"""
