INSERT INTO search_queries (
    slug, source, position, disease_id, query, translation, ids, total, warnings, state, reason, searched_at
)
SELECT
    %(slug)s,
    %(source)s,
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
FROM jsonb_array_elements(%(searches)s) WITH ORDINALITY AS given (value, position)
