SELECT o.outcome
FROM source_outcomes AS o LEFT JOIN stage_runs AS r ON r.slug = o.slug AND r.stage = o.stage
WHERE o.slug = %(slug)s AND (%(stage)s::text IS NULL OR o.stage = %(stage)s)
ORDER BY r.finished_at, o.stage, o.position
