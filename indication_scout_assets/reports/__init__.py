"""Reports: what an evidence report looks like, as HTML, Markdown, JSON, CSV and references.

What belongs here: wording, templates, pictures and exports of a finished ``EvidenceReport``. What does not: fetching,
ranking, judging, or any reading of a store or a setting. The same report always gives the same bytes.

``views`` decide what is shown and ``words`` how it is said, for all formats alike; ``pictures`` draw. A page and its
Markdown are templates over these (``templates/html`` and ``templates/markdown``), each with one module that fills them
and one with their environment; flat files for programs are in ``exports``.
"""
