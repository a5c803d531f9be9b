"""What the command line starts beside Dagster: runs, services, single questions to sources, the health check.

What does not belong here: arguments and printing (``cli``), and anything that a stage does (``pipeline``).
"""
