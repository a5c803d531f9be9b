"""Rules: what follows from the nouns of ``domain``, decided the same way wherever it is asked. Pure and typed.

One folder per subject: ``names`` matches names, ``language`` reads sentences, ``stance`` and ``effects`` what an
article says of the drug in the disease, ``literature`` its record, ``trials`` registered studies, ``labels`` drug
labels; ``candidates`` makes and judges (drug, disease) pairs, ``assessment`` grades and scores their evidence,
``questions`` answers from texts. ``as_of`` keeps later knowledge out, ``report_changes`` compares two reports;
``vocabulary`` and ``word_tables`` hold words that several folders share. What does not belong here: requests, SQL,
layout, and anything that depends on a clock or on settings.
"""
