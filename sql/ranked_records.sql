-- Ranked records: trials, label mentions and web pages in their places.

-- name: clear(slug)!
DELETE FROM ranked_records WHERE slug = :slug;

-- name: insert(slug, documents)!
INSERT INTO ranked_records (slug, disease_id, source, rank, record_id, score, passed, ranked)
SELECT
    :slug,
    disease_id,
    value ->> 'source',
    (value ->> 'rank')::integer,
    value ->> 'id',
    (value ->> 'score')::double precision,
    (value ->> 'passed')::boolean,
    value
FROM
    jsonb_each(:documents) AS pair (disease_id, records),
    jsonb_array_elements(records) AS given (value);

-- name: load(slug)
SELECT disease_id, ranked AS document FROM ranked_records WHERE slug = :slug ORDER BY disease_id, source, rank;
