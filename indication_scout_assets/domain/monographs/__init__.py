"""Monographs: all labels held of a drug, cut into sections and fact spans, and what is answered from them.

What belongs here: the nouns of questions over labels. The labels a candidate's report reads are in
``domain.records.labels``.
"""
