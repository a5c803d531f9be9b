"""Language models: what all share, one module per provider, prompts as files, the log of calls, prices and the budget.

What belongs here: asking a model and counting what it costs. What is asked, and what of an answer stands, is up to who
asks: ``synthesis``, ``reading`` and ``answering``.
"""
