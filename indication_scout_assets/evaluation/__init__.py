"""Evaluation: how good the product's judgements are, measured on data that people have judged.

What belongs here: judged data, metrics, and the figures that ``scout eval`` prints. Nothing here takes part in a run.
"""
