SELECT slug, stage, inputs, outputs, code_version, status, reason, transient, facts, preview, due_at, finished_at
FROM stage_runs
WHERE slug = %(slug)s AND (%(stage)s::text IS NULL OR stage = %(stage)s)
ORDER BY finished_at, stage
