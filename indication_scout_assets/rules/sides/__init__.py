"""The side an article takes: that the drug helped in the disease, did not, or caused it.

What belongs here: what the drug is to the disease (``intent``), what came of it (``results``, by the phrases and guards
beside it), and whom the disease is blamed on (``blame``). In numbers the effect is read in ``effects``; what a side
counts is decided in ``assessment``.
"""
