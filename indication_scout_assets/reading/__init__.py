"""What an article says: the readers behind one protocol, and the verifier that decides which of it stands.

What belongs here: reading texts and holding readings and written sentences against the texts. What follows from a
reading (grade, level, score) is in ``rules.assessment``; storing it is the pipeline's.
"""
