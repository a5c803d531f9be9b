"""Files that users rank and measure: documents and topics as JSON lines, and vectors kept without a database.

What belongs here: reading and keeping files. Ranking them is ``operations.file_ranking``.
"""
