"""The models of the ranking: embedders, cross-encoders, and what keeps them from reading one text twice.

What belongs here: how a model is loaded and asked. What its scores are worth is in ``scoring`` and ``second_stage``.
"""
