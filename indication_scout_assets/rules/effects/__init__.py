"""The effect an abstract tells in numbers: arms, their values, the endpoint, the statistic, each with its span.

What belongs here: reading effects by rule, and checking those a model has copied. Whether they are for or against the
drug is read in ``stance``.
"""
