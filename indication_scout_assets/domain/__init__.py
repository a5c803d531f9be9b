"""The nouns and the rules: drugs, diseases, candidates, articles, trials, evidence, statements, reports.

What belongs here: pure, typed values and functions over them. What does not: any input or output, any framework, any
other room of ours.
"""
