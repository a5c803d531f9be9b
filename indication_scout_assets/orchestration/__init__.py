"""How the project runs under Dagster, and nothing else: this is the only room that imports it.

``assets`` lists the assets by name; ``stage_asset`` turns a stage into one; ``partitions``, ``asset_checks``, ``jobs``,
``sensors`` and ``instance`` (Dagster homes and storage) are one concept each; ``build`` puts them together, ``run_now``
runs the job in this process. What a stage does is in ``pipeline``.
"""
