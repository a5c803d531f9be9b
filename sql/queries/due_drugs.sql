-- Which drugs of the watch list should run now, and the first reason of these:
--   1. it never ran;
--   2. a stage failed for a reason that may pass, and its waiting time, if it has one, is over;
--   3. a stage's sources must be asked again;
--   4. a stage's code is another than the one that ran;
--   5. a stage is missing: the run was cut short. A permanent failure also leaves stages out, and waits for new code.
-- The fingerprint is made of the cause and the day (UTC), so a lost run is asked for again the next day.
WITH versions AS (
    SELECT key AS stage, value AS code_version FROM jsonb_each_text(%(code_versions)s)
),
causes AS (
    SELECT d.slug, 1 AS precedence, d.added_at::text AS cause, 'it has never run' AS reason
    FROM drugs AS d
    WHERE d.active AND NOT EXISTS (SELECT FROM stage_runs AS r WHERE r.slug = d.slug)
    UNION ALL
    SELECT
        r.slug,
        2,
        concat_ws(' ', r.stage, r.finished_at),
        format('the stage %%s failed for a reason that may pass', r.stage)
    FROM stage_runs AS r
    WHERE r.status = 'failed' AND r.transient AND (r.due_at IS NULL OR r.due_at <= %(now)s)
    UNION ALL
    SELECT
        r.slug,
        3,
        concat_ws(' ', r.stage, r.finished_at),
        format('the sources of the stage %%s are due since %%s', r.stage, to_char(r.due_at, 'YYYY-MM-DD HH24:MI'))
    FROM stage_runs AS r
    WHERE r.due_at <= %(now)s
    UNION ALL
    SELECT r.slug, 4, concat_ws(' ', r.stage, v.code_version), format('the code of the stage %%s changed', r.stage)
    FROM stage_runs AS r JOIN versions AS v ON v.stage = r.stage
    WHERE r.code_version <> v.code_version
    UNION ALL
    SELECT d.slug, 5, v.stage, format('the stage %%s has not run', v.stage)
    FROM drugs AS d CROSS JOIN versions AS v
    WHERE
        NOT EXISTS (SELECT FROM stage_runs AS r WHERE r.slug = d.slug AND r.stage = v.stage)
        AND EXISTS (SELECT FROM stage_runs AS r WHERE r.slug = d.slug)
        AND NOT EXISTS (
            SELECT FROM stage_runs AS r WHERE r.slug = d.slug AND r.status = 'failed' AND NOT r.transient
        )
)
SELECT DISTINCT ON (d.slug)
    d.slug,
    c.reason,
    md5(concat_ws(
        ' ', d.slug, (%(now)s::timestamptz AT TIME ZONE 'UTC')::date,
        string_agg(concat_ws(':', c.precedence, c.cause), ' ') OVER (PARTITION BY d.slug)
    )) AS fingerprint
FROM causes AS c JOIN drugs AS d ON d.slug = c.slug
WHERE d.active
ORDER BY d.slug, c.precedence, c.cause
