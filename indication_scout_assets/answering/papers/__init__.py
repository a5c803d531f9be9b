"""Answers from a collection of papers, and from registered trials and labels beside them.

What belongs here: finding passages, choosing sentences of them word for word or letting a language model write over
them, and laying out the answer under one numbering.
"""
