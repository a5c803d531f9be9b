"""The score measured on pairs whose end is known: asking for such pairs, their folder, how well each figure tells."""
