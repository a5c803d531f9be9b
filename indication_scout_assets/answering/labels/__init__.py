"""Answers from drug labels that are held in full.

What belongs here: the desk that keeps a drug's texts between questions, what is held of a label, a drawn structure
where no label shows one, and answers as JSON. How a question on a label is read and answered is in ``rules.labels``.
"""
