"""What a candidate's evidence amounts to: ``grading`` of single items, ``scoring`` of the candidate, and its harms.

What belongs here: arithmetic and judgements on evidence that is already read. Reading is in the other folders.
"""
