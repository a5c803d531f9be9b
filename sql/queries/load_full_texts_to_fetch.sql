SELECT wanted.id
FROM unnest(%(ids)s::text[], %(text_hashes)s::text[]) WITH ORDINALITY AS wanted (id, text_hash, position)
WHERE NOT EXISTS (
    SELECT FROM full_texts AS f
    WHERE f.article_id = wanted.id AND f.text_hash = wanted.text_hash
      AND NOT f.facts -> 'steps' @> '[{"state": "failed"}]'
      AND (%(before)s::timestamptz IS NULL OR f.fetched_at >= %(before)s)
)
GROUP BY wanted.id
ORDER BY min(wanted.position)
