"""Speed, measured and printed, never asserted: ``make bench``.

What belongs here: the figures of the README, one module for each thing measured. Every figure is the median of a few
rounds on this machine; quote them with it. What is compared is measured in turn: a busy machine slows all alike.
"""
