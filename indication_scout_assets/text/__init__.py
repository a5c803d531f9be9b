"""Text itself: what is written in it, whatever it is about.

What belongs here: plain text from markup and odd characters, and the one reader of numbers and statistics. What does
not: names, meanings, and whose a number is.
"""
