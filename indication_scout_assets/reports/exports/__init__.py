"""Finished reports as flat files: JSON, CSV, RIS and BibTeX, the drug-by-disease matrix, and conversations.

What belongs here: forms for programs, spreadsheets and reference managers. Pages a person reads are made by template.
"""
