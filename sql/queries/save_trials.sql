INSERT INTO trials (nct_id, title, status, phases, enrollment, trial)
SELECT
    value ->> 'nct_id',
    value ->> 'title',
    value ->> 'status',
    ARRAY(SELECT jsonb_array_elements_text(value -> 'phases')),
    (value ->> 'enrollment')::integer,
    value
FROM jsonb_array_elements(%(trials)s) AS given (value)
ORDER BY 1  -- one order for all writers: no deadlock
ON CONFLICT (nct_id) DO UPDATE SET
    title = excluded.title,
    status = excluded.status,
    phases = excluded.phases,
    enrollment = excluded.enrollment,
    trial = excluded.trial,
    fetched_at = now()
