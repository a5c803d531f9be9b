"""Language models: the protocol all share, one module per provider, prices and the budget.

What belongs here: asking a model and counting what it costs. What is asked is in ``model_synthesis`` and the prompts.
"""
