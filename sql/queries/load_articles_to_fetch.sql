SELECT wanted.id
FROM unnest(%(ids)s::text[]) WITH ORDINALITY AS wanted (id, position)
WHERE NOT EXISTS (
    SELECT FROM articles AS a
    WHERE a.id = wanted.id AND a.fetched_at IS NOT NULL
      AND (%(before)s::timestamptz IS NULL OR a.fetched_at >= %(before)s)
)
GROUP BY wanted.id
ORDER BY min(wanted.position)
