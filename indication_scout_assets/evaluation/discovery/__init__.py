"""Candidates measured on what drugs were tried in later: a folder of dated facts, lists made of it, figures, odds."""
