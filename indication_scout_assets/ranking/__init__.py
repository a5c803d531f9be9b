"""From articles found to articles ranked: lexical scores, vectors, fusion, and the reason behind every place.

What belongs here: scoring of texts against a query and the arithmetic that combines the scores. What does not: fetching
articles, keeping vectors, reading settings. Heavy libraries are imported inside the functions that use them.
"""
