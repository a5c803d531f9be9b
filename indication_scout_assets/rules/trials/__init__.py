"""What registered trials say of a (drug, disease) pair, by their own figures and words.

What belongs here: pure rules. ``trial_matching`` says which trials are about the pair, ``trial_outcomes`` reads one
trial: whether it met its primary endpoint (from ``posted_results``, else from ``published_results``), why it stopped,
and what it cannot show (``misuse``); ``development_stage`` says how far the drug has come in the disease. What does
not: how much any of it weighs (``rules.assessment``).
"""
