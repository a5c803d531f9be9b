-- Every state each source was last found in, over all drugs, and when.
SELECT o.source, o.state, count(*) AS questions, count(DISTINCT o.slug) AS drugs, max(r.finished_at) AS last_used,
       max(o.outcome ->> 'reason') FILTER (WHERE o.state <> 'ok') AS reason
FROM source_outcomes AS o
JOIN stage_runs AS r USING (slug, stage)
GROUP BY o.source, o.state
ORDER BY o.source, o.state
