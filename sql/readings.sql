-- Readings: what articles say of pairs, by whom, and which readings are a candidate's evidence.

-- name: load_known(reader, text_versions, pairs)
SELECT r.reading AS document
FROM unnest(:text_versions::text[], :pairs::text[]) AS wanted (text_version, pair)
JOIN article_readings AS r USING (text_version, pair)
WHERE r.reader = :reader;

-- name: save(readings)!
INSERT INTO article_readings (text_version, pair, reader, reading)
SELECT value ->> 'text_version', value ->> 'pair', value ->> 'reader', value -> 'reading'
FROM jsonb_array_elements(:readings) AS given (value)
ORDER BY 1, 2, 3  -- one order for all writers: no deadlock
ON CONFLICT DO NOTHING;

-- name: clear(slug)!
DELETE FROM candidate_readings WHERE slug = :slug;

-- name: insert(slug, readings)!
INSERT INTO candidate_readings (slug, disease_id, position, text_version, pair, reader)
SELECT
    :slug,
    disease_id,
    position,
    value ->> 'text_version',
    value ->> 'pair',
    value ->> 'reader'
FROM
    jsonb_each(:readings) AS pair (disease_id, readings),
    jsonb_array_elements(readings) WITH ORDINALITY AS given (value, position);

-- name: load(slug)
SELECT c.disease_id, r.reading AS document
FROM candidate_readings AS c
JOIN article_readings AS r USING (text_version, pair, reader)
WHERE c.slug = :slug
ORDER BY c.disease_id, c.position;

-- name: load_unused(readers)^
-- How many readings are by readers that are no more, and of no candidate's evidence.
SELECT count(*) AS unused
FROM article_readings AS r
WHERE
    r.reader <> ALL(:readers::text[])
    AND NOT EXISTS (
        SELECT FROM candidate_readings AS c
        WHERE c.text_version = r.text_version AND c.pair = r.pair AND c.reader = r.reader
    );

-- name: prune(readers)!
DELETE FROM article_readings AS r
WHERE
    r.reader <> ALL(:readers::text[])
    AND NOT EXISTS (
        SELECT FROM candidate_readings AS c
        WHERE c.text_version = r.text_version AND c.pair = r.pair AND c.reader = r.reader
    );
