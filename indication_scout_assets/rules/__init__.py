"""Rules: what follows from the nouns of ``domain``, decided the same way wherever it is asked. Pure and typed.

One folder per subject: ``language`` reads sentences, ``literature`` articles, ``trials`` registered studies, ``labels``
drug labels; ``candidates`` makes and judges (drug, disease) pairs, ``assessment`` grades and scores their evidence,
``citations`` checks statements. ``as_of`` keeps later knowledge out, ``report_changes`` compares two reports. What does
not belong here: requests, SQL, layout, and anything that depends on a clock or on settings.
"""
