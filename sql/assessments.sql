-- Assessments: what the evidence of each of a drug's candidates amounts to.

-- name: clear(slug)!
DELETE FROM assessments WHERE slug = :slug;

-- name: insert(slug, documents)!
INSERT INTO assessments (slug, disease_id, rank, total, assessment)
SELECT
    :slug,
    value ->> 'disease_id',
    (value ->> 'rank')::integer,
    (value -> 'score' ->> 'total')::double precision,
    value
FROM jsonb_array_elements(:documents) AS given (value);

-- name: load(slug)
-- The list of diseases already tried first; a rank is a place in its list.
SELECT assessment AS document
FROM assessments
WHERE slug = :slug
ORDER BY assessment ->> 'listed' = 'tried' DESC, rank, disease_id;
