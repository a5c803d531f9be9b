-- Stages: what each last did, what its sources answered, which drugs are due.

-- name: load(subject, stage)
SELECT
    subject, stage, inputs, outputs, code_version, made_with, status, reason, transient, facts, preview, due_at,
    finished_at
FROM stage_runs
WHERE subject = :subject AND (:stage::text IS NULL OR stage = :stage)
ORDER BY finished_at, stage;

-- name: record(subject, stage, inputs, outputs, code_version, made_with, status, reason, transient, facts, preview, due_at, finished_at)!
INSERT INTO stage_runs (
    subject, stage, inputs, outputs, code_version, made_with, status, reason, transient, facts, preview, due_at,
    finished_at
)
VALUES (
    :subject, :stage, :inputs, :outputs, :code_version, :made_with, :status, :reason, :transient, :facts,
    :preview, :due_at, :finished_at
)
ON CONFLICT (subject, stage) DO UPDATE SET
    inputs = excluded.inputs,
    outputs = excluded.outputs,
    code_version = excluded.code_version,
    made_with = excluded.made_with,
    status = excluded.status,
    reason = excluded.reason,
    transient = excluded.transient,
    facts = excluded.facts,
    preview = excluded.preview,
    due_at = excluded.due_at,
    finished_at = excluded.finished_at;

-- name: clear_outcomes(subject, stage)!
DELETE FROM source_outcomes WHERE subject = :subject AND stage = :stage;

-- name: insert_outcomes(subject, stage, outcomes)!
INSERT INTO source_outcomes (subject, stage, position, source, state, disease_id, outcome)
SELECT
    :subject, :stage, position, value ->> 'source', value ->> 'state', value ->> 'disease_id', value
FROM jsonb_array_elements(:outcomes) WITH ORDINALITY AS given (value, position);

-- name: load_outcomes(subject, stage)
-- By the stages' names, not by when they finished: stages run side by side, and a report lists the answers.
SELECT outcome
FROM source_outcomes
WHERE subject = :subject AND (:stage::text IS NULL OR stage = :stage)
ORDER BY stage, position;

-- name: load_source_uses()
-- Every state each source was last found in, over all subjects, and when.
SELECT o.source, o.state, count(*) AS questions, count(DISTINCT o.slug) AS drugs, max(r.finished_at) AS last_used,
       max(o.outcome ->> 'reason') FILTER (WHERE o.state <> 'ok') AS reason
FROM source_outcomes AS o
JOIN stage_runs AS r USING (subject, stage)
GROUP BY o.source, o.state
ORDER BY o.source, o.state;

-- name: load_unfinished(slugs, code_versions, now)
-- Those of the drugs that a backfill still has to run, in their order: a stage is missing, is of other code, failed for
-- a reason that may pass, or its sources are due. What failed for good leaves stages out and is not asked again.
WITH versions AS (
    SELECT key AS stage, value AS code_version FROM jsonb_each_text(:code_versions)
)
SELECT w.slug
FROM unnest(:slugs::text[]) WITH ORDINALITY AS w (slug, position)
WHERE EXISTS (
    SELECT FROM versions AS v LEFT JOIN stage_runs AS r ON r.slug = w.slug AND r.stage = v.stage
    WHERE
        r.code_version <> v.code_version OR r.due_at <= :now OR (r.status = 'failed' AND r.transient)
        OR (r.stage IS NULL AND NOT EXISTS (
            SELECT FROM stage_runs AS f WHERE f.slug = w.slug AND f.status = 'failed' AND NOT f.transient
        ))
)
ORDER BY w.position;

-- name: load_due(code_versions, made_with, now)
-- Which drugs of the watch list should run now, and the first reason of these:
--   1. it never ran;
--   2. a stage failed for a reason that may pass, and its waiting time, if it has one, is over;
--   3. a stage's sources must be asked again;
--   4. a stage's code is another than the one that ran;
--   5. a stage is missing: the run was cut short. A permanent failure also leaves stages out, and waits for new code;
--   6. a look at the sources found something new for a stage;
--   7. a stage's models or prompts are others than it worked with.
-- The fingerprint is made of the cause and the day (UTC), so a lost run is asked for again the next day.
WITH versions AS (
    SELECT key AS stage, value AS code_version FROM jsonb_each_text(:code_versions)
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
    WHERE r.status = 'failed' AND r.transient AND (r.due_at IS NULL OR r.due_at <= :now)
    UNION ALL
    SELECT
        r.slug,
        3,
        concat_ws(' ', r.stage, r.finished_at),
        format('the sources of the stage %%s are due since %%s', r.stage, to_char(r.due_at, 'YYYY-MM-DD HH24:MI'))
    FROM stage_runs AS r
    WHERE r.due_at <= :now
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
    UNION ALL
    SELECT c.slug, 6, concat_ws(' ', c.stage, c.found_at), c.detail
    FROM refresh_causes AS c JOIN stage_runs AS r ON r.slug = c.slug AND r.stage = c.stage
    WHERE r.finished_at < c.found_at
    UNION ALL
    SELECT
        r.slug,
        7,
        concat_ws(' ', r.stage, m.value),
        format('the models or prompts of the stage %%s changed', r.stage)
    FROM stage_runs AS r JOIN jsonb_each_text(:made_with) AS m ON m.key = r.stage
    WHERE r.made_with <> m.value
)
SELECT DISTINCT ON (d.slug)
    d.slug,
    c.reason,
    md5(concat_ws(
        ' ', d.slug, (:now::timestamptz AT TIME ZONE 'UTC')::date,
        string_agg(concat_ws(':', c.precedence, c.cause), ' ') OVER (PARTITION BY d.slug)
    )) AS fingerprint
FROM causes AS c JOIN drugs AS d ON d.slug = c.slug
WHERE d.active
ORDER BY d.slug, c.precedence, c.cause;

-- name: save_cause(slug, stage, kind, detail, found_at)!
INSERT INTO refresh_causes (slug, stage, kind, detail, found_at) VALUES (:slug, :stage, :kind, :detail, :found_at)
ON CONFLICT (slug, stage, kind) DO UPDATE SET detail = excluded.detail, found_at = excluded.found_at;

-- name: load_asked_anew(stage)
-- Of which drugs the stage must not be answered from what was stored before a moment.
SELECT c.slug, max(c.found_at) AS since
FROM refresh_causes AS c JOIN stage_runs AS r ON r.slug = c.slug AND r.stage = c.stage
WHERE c.stage = :stage AND r.finished_at < c.found_at
GROUP BY c.slug;

-- name: save_look(slug, kind, looked_at)!
INSERT INTO refresh_looks (slug, kind, looked_at) VALUES (:slug, :kind, :looked_at)
ON CONFLICT (slug, kind) DO UPDATE SET looked_at = excluded.looked_at;

-- name: load_look(slug, kind)^
SELECT looked_at FROM refresh_looks WHERE slug = :slug AND kind = :kind;
-- name: add_work(run, subject, stage, requests, cached, retries, vectors, embedder, seconds)!
INSERT INTO work_done (run, subject, stage, requests, cached, retries, vectors, embedder, seconds)
VALUES (:run, :subject, :stage, :requests, :cached, :retries, :vectors, :embedder, :seconds);

-- name: load_costs(subjects)
-- Of a run and a subject: what its stages did, and what language models were asked for it.
WITH calls AS (
    SELECT run, subject, false AS failed, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost,
           model, called_at
    FROM model_calls
    UNION ALL
    SELECT run, subject, true, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost, model,
           called_at
    FROM failed_model_calls
),

asked AS (
    SELECT
        run, subject, count(*) AS model_calls, count(*) FILTER (WHERE failed) AS model_calls_failed,
        sum(input_tokens + cache_read_tokens + cache_write_tokens) AS input_tokens,
        sum(output_tokens) AS output_tokens, coalesce(sum(cost), 0) AS dollars,
        count(*) FILTER (WHERE cost IS NULL) AS cost_unknown, array_agg(DISTINCT model) AS models,
        max(called_at) AS ended_at
    FROM calls
    GROUP BY run, subject
),

done AS (
    SELECT
        run, subject, sum(requests) AS requests, sum(cached) AS cached, sum(retries) AS retries,
        sum(vectors) AS vectors, max(embedder) AS embedder, sum(seconds) AS seconds, max(ended_at) AS ended_at
    FROM work_done
    GROUP BY run, subject
)

SELECT
    run, subject, coalesce(requests, 0) AS requests, coalesce(cached, 0) AS cached, coalesce(retries, 0) AS retries,
    coalesce(vectors, 0) AS vectors, coalesce(embedder, '') AS embedder, coalesce(seconds, 0) AS seconds,
    coalesce(model_calls, 0) AS model_calls, coalesce(model_calls_failed, 0) AS model_calls_failed,
    coalesce(input_tokens, 0) AS input_tokens, coalesce(output_tokens, 0) AS output_tokens,
    coalesce(dollars, 0) AS dollars, coalesce(cost_unknown, 0) AS cost_unknown,
    coalesce(models, '{}') AS models, greatest(done.ended_at, asked.ended_at) AS ended_at
FROM done FULL JOIN asked USING (run, subject)
WHERE :subjects::text [] IS NULL OR subject = ANY(:subjects)
ORDER BY ended_at DESC, subject, run;
