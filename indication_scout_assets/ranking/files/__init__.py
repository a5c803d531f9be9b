"""Files that users rank and measure: documents and topics as JSON lines, and lists.

What belongs here: reading and keeping files. Ranking them is ``operations.file_ranking``.
"""
