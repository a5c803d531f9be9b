"""The nouns of questions over the literature: what is in a library, what was asked, what was answered.

What belongs here: pure, typed values. What follows from them is in ``rules.questions``.
"""
