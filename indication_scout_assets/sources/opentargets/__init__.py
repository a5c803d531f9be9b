"""Open Targets Platform: its GraphQL operations, and the rows of their answers as values.

What belongs here: one service. What follows from its associations and directions is in ``rules.candidates``.
"""
