"""The words of reports: typed values as people read them, and plain sentences about them.

What does not belong here: choosing what is shown (``views``) and markup.
"""
