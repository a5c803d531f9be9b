"""What a text says, read by rules: which names it mentions, in which cue phrases, to what effect.

What belongs here: rules over sentences and abstracts of one (drug, disease) pair, their words and patterns. What does
not: models, scores, and which sentences are worth quoting (``synthesis``).
"""
