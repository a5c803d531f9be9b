"""The verifier: what stands of a claimed reading or a written sentence, by the text. It fails closed and never mends.

What belongs here: whether words, numbers and directions are those of the text. Its face:

* ``verified_readings``: ``verified_reading`` (a reader's draft of an article);
* ``cited_places``: ``cited_document`` (a citation on its document), ``find_quote`` and ``place_of`` (words in a text),
  ``fault_of`` (facts of labels);
* ``pair_statements``: ``verify`` and ``check`` (statements on a drug in a disease), ``verify_report`` and
  ``report_faults``;
* ``written_sentences``: ``check_claim`` (a sentence of an answer on its quotations);
* ``claimed_effects``: ``copied_effect`` (an effect that a model copied from an abstract).

What does not: reading anything anew, grading, and writing.
"""
