"""What an article says the drug is to the disease: that it helped, did not, or caused it.

What belongs here: the relation of the drug to the disease (``intent``), what came of it (``results``, ``failures``),
and to what the disease is attributed (``harm_attribution``). In numbers the effect is read in ``effects``; what a
direction counts is decided in ``assessment``.
"""
