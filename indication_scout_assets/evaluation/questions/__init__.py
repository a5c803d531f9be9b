"""How well questions over a collection are answered: judged questions, what is counted of the answers, the figures.

What belongs here: measuring. How questions are answered is in ``pipeline.library``.
"""
