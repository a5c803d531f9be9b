"""The check every statement passes: that the cited words stand where they are said to stand, and say what is claimed.

What does not belong here: writing statements, which is in ``synthesis``.
"""
