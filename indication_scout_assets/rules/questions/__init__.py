"""What follows from a question over the literature and from the passages that may answer it.

What belongs here: reading the question, telling a finding, whether a passage covers the question, directions and
verdicts, follow-ups. Pure; searching is in ``ranking``, the wording of answers in ``synthesis``.
"""
