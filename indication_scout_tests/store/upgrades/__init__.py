"""Databases of older versions: what they stored is read by today's code."""
