"""Repositories of what questions are answered from and asked in.

What belongs here: collections of full texts, labels held in full, conversations. What belongs to the evidence of a drug
is one folder up.
"""
