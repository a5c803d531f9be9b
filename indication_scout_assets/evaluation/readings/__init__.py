"""How well articles are read, measured on the judged sets of the repository: one table, floors, and one page.

What belongs here: texts by their ids, the readings asked of the product, and the counting. The sets themselves are in
``judged_sets``.
"""
