-- Trials: registered studies, shared by all drugs, and which of them belong to a pair.

-- name: save_trials(trials)!
INSERT INTO trials (nct_id, title, status, phases, enrollment, trial)
SELECT
    value ->> 'nct_id',
    value ->> 'title',
    value ->> 'status',
    ARRAY(SELECT jsonb_array_elements_text(value -> 'phases')),
    (value ->> 'enrollment')::integer,
    value
FROM jsonb_array_elements(:trials) AS given (value)
ORDER BY 1  -- one order for all writers: no deadlock
ON CONFLICT (nct_id) DO UPDATE SET
    title = excluded.title,
    status = excluded.status,
    phases = excluded.phases,
    enrollment = excluded.enrollment,
    trial = excluded.trial,
    fetched_at = now();

-- name: clear(slug)!
DELETE FROM candidate_trials WHERE slug = :slug;

-- name: insert(slug, documents)!
INSERT INTO candidate_trials (slug, disease_id, position, nct_id, match)
SELECT :slug, disease_id, position, value ->> 'nct_id', value - 'nct_id'
FROM
    jsonb_each(:documents) AS pair (disease_id, trials),
    jsonb_array_elements(trials) WITH ORDINALITY AS given (value, position);

-- name: load(slug)
SELECT c.disease_id, c.match || jsonb_build_object('trial', t.trial) AS document
FROM candidate_trials AS c JOIN trials AS t ON t.nct_id = c.nct_id
WHERE c.slug = :slug
ORDER BY c.disease_id, c.position;
