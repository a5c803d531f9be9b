"""Finished reports as flat files: JSON, CSV, RIS and BibTeX, and the drug-by-disease matrix.

What belongs here: forms for programs, spreadsheets and reference managers. Pages a person reads are made by template.
"""
