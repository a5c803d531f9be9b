"""How the project runs under Dagster: one concept per file.

``partitions``, ``resources``, ``checks``, ``jobs``, ``sensors`` and ``instance`` (Dagster homes and storage); ``build``
puts them together. What does not belong here: what a stage does; that is in ``assets``.
"""
