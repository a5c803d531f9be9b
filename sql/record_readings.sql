-- What is read of a candidate's trials, guidelines and full texts.

-- name: clear(slug)!
DELETE FROM record_readings WHERE slug = :slug;

-- name: insert(slug, documents)!
INSERT INTO record_readings (slug, disease_id, reading)
SELECT :slug, value ->> 'disease_id', value
FROM jsonb_array_elements(:documents) AS given (value);

-- name: load(slug)
SELECT reading AS document FROM record_readings WHERE slug = :slug ORDER BY disease_id;
