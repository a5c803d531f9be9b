"""Names of drugs and diseases: their wordings, and what a text's wording stands for.

What belongs here: folding and matching of names, the other wordings of a name, how wide a heading is. Where a sentence
names the pair is in ``language.mentions``.
"""
