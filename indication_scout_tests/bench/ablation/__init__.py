"""What each pattern and function of the rules earns: counted, and measured without it.

What belongs here: instrumenting the rooms of hand-made patterns (``units``), running the readers over judged sets and
larger corpora and writing the table (``ablating``). Nothing of the product imports this.
"""
