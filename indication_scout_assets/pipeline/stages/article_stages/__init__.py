"""Stages over articles: finding, checking, reading, ranking, summarising."""
