INSERT INTO ranked_records (slug, disease_id, source, rank, record_id, score, passed, ranked)
SELECT
    %(slug)s,
    disease_id,
    value ->> 'source',
    (value ->> 'rank')::integer,
    value ->> 'id',
    (value ->> 'score')::double precision,
    (value ->> 'passed')::boolean,
    value
FROM
    jsonb_each(%(records)s) AS pair (disease_id, records),
    jsonb_array_elements(records) AS given (value)
