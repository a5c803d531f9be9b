"""Questions over papers and drug labels: planned, searched, answered, checked and conversed.

What belongs here: the way of a question from its words to an answer whose every sentence has its place, and the
conversation it is a turn of. ``papers`` answers from a collection of articles, with trials and labels beside them;
``labels`` answers from drug labels that are held in full.

What does not: opening a workspace, which whoever asks does (``open_workspace`` says what is needed of it); how a
question or a label is read (``rules.questions``, ``rules.labels``); scores of passages (``ranking``); language models
and their prompts (``language_models``, ``language_models.prompts``); taking papers in and indexing them
(``pipeline.library``).
"""
