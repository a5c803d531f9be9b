-- Retention: what has grown old in Dagster's own tables.

-- name: load_superseded_runs(before)
-- Dagster's runs that ended before a moment (seconds since 1970) and of which nothing is the newest any more: every
-- result and observation they left was followed by a later one for the same asset and partition.
SELECT r.run_id, (SELECT count(*) FROM event_logs AS e WHERE e.run_id = r.run_id) AS events
FROM runs AS r
WHERE
    r.status IN ('SUCCESS', 'FAILURE', 'CANCELED') AND r.end_time < :before
    AND NOT EXISTS (
        SELECT FROM event_logs AS e
        WHERE
            e.run_id = r.run_id
            AND e.dagster_event_type IN ('ASSET_MATERIALIZATION', 'ASSET_OBSERVATION')
            AND NOT EXISTS (
                SELECT FROM event_logs AS n
                WHERE
                    n.asset_key = e.asset_key
                    AND n.dagster_event_type IN (e.dagster_event_type, 'ASSET_MATERIALIZATION')
                    AND n.partition IS NOT DISTINCT FROM e.partition AND n.id > e.id
            )
    )
ORDER BY r.id;
