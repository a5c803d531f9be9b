"""Checking what others wrote: their references, their quotations and what they cite articles for.

What belongs here: reading files with references, finding the record of each, its standing, and whether it says what it
is cited for. It needs no database; the command, the tools for assistants and the report formats are over it.
"""
