"""What drug labels say: mentions of a disease, approved uses, boxed warnings, and which drug a label is of.

What does not belong here: parsing SPL and openFDA's answers, which is in ``sources``.
"""
