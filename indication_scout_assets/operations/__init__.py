"""What the command line and the web start: runs, services, single questions to sources, the health check.

What belongs here: jobs as a whole, and opening a workspace for questions. What does not: arguments and printing
(``cli``), anything that a stage does (``pipeline``), and how a question is answered (``answering``).
"""
