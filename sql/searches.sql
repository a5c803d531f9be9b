-- Searches: every query of a drug as it was made.

-- name: clear(slug, source)!
DELETE FROM search_queries WHERE slug = :slug AND source = :source;

-- name: insert(slug, source, documents)!
INSERT INTO search_queries (
    slug, source, position, disease_id, query, translation, ids, total, warnings, state, reason, searched_at
)
SELECT
    :slug,
    :source,
    position,
    value ->> 'disease_id',
    value ->> 'query',
    value ->> 'translation',
    ARRAY(SELECT jsonb_array_elements_text(value -> 'ids')),
    (value ->> 'total')::integer,
    ARRAY(SELECT jsonb_array_elements_text(value -> 'warnings')),
    value ->> 'state',
    value ->> 'reason',
    (value ->> 'searched_at')::timestamptz
FROM jsonb_array_elements(:documents) WITH ORDINALITY AS given (value, position);

-- name: load(slug, source)
SELECT to_jsonb(search) - 'slug' - 'position' AS document
FROM search_queries AS search
WHERE slug = :slug AND (:source::text IS NULL OR source = :source)
ORDER BY source, position;
