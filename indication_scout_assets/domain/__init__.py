"""The nouns: drugs, diseases, candidates, articles, trials, labels, evidence, statements, conversations, reports.

What belongs here: pure, typed values. What does not: anything that follows from them (``rules``), any input or output,
any framework, any other room of ours.
"""
