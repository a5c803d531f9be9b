"""How the project runs under Dagster, and nothing else: this is the only room that imports it.

``stage_asset`` turns stages into partitioned assets; ``asset_checks``, ``jobs``, ``sensors`` and ``instance`` (Dagster
homes and storage) are one concept each; ``build`` puts them together, ``run_now`` runs the job in this
process. What a stage does is in ``pipeline``.
"""
