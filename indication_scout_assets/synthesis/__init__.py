"""From evidence to statements: what the articles and trials of a pair say, each statement tied to the exact words.

What belongs here: choosing and writing statements (verbatim, or by a language model), prompts as files, and
the check that every citation stands. What does not: fetching, ranking, storing, layout, settings. Heavy libraries are
imported inside the functions that use them.
"""
