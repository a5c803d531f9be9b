INSERT INTO assessments (slug, disease_id, rank, total, assessment)
SELECT
    %(slug)s,
    value ->> 'disease_id',
    (value ->> 'rank')::integer,
    (value -> 'score' ->> 'total')::double precision,
    value
FROM jsonb_array_elements(%(assessments)s) AS given (value)
