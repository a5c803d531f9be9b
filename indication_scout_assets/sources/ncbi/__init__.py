"""NCBI through E-utilities: PubMed, PubMed Central, MeSH and Bookshelf.

What belongs here: searches and records of Entrez databases, and PubMed's XML. Full texts in JATS are in ``formats``.
"""
