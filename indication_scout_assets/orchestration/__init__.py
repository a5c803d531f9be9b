"""How the project runs under Dagster, and nothing else: this is the only room that imports it.

``stage_asset`` turns stages into partitioned assets and jobs; ``stage_events`` (results and checks on a partition),
``automation``, ``failure_notices`` and ``instance`` (Dagster homes and storage) are one concept each; ``build`` puts
them together, ``run_now`` runs the job in this process. What a stage does is in ``pipeline``.
"""
