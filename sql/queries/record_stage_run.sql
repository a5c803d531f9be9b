INSERT INTO stage_runs (
    slug, stage, inputs, outputs, code_version, status, reason, transient, facts, preview, due_at,
    finished_at
)
VALUES (
    %(slug)s, %(stage)s, %(inputs)s, %(outputs)s, %(code_version)s, %(status)s, %(reason)s, %(transient)s, %(facts)s,
    %(preview)s, %(due_at)s, %(finished_at)s
)
ON CONFLICT (slug, stage) DO UPDATE SET
    inputs = excluded.inputs,
    outputs = excluded.outputs,
    code_version = excluded.code_version,
    status = excluded.status,
    reason = excluded.reason,
    transient = excluded.transient,
    facts = excluded.facts,
    preview = excluded.preview,
    due_at = excluded.due_at,
    finished_at = excluded.finished_at
