"""What registered trials and guidelines say of a (drug, disease) pair, by their own figures and words.

What belongs here: pure rules. ``outcomes`` reads whether a trial met its primary endpoint (from ``posted`` results,
else from linked ``publications``), ``misuse`` says what it cannot show, ``reading`` puts both together for one trial,
``stage`` says how far the drug has come in the disease, ``recommendations`` what guidelines say. What does not: how
much any of it weighs.
"""
