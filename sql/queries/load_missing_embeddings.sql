SELECT wanted.id
FROM unnest(%(ids)s::text[], %(text_hashes)s::text[]) WITH ORDINALITY AS wanted (id, text_hash, position)
WHERE NOT EXISTS (
    SELECT FROM embeddings AS e
    WHERE e.article_id = wanted.id AND e.model = %(model)s AND e.text_hash = wanted.text_hash
)
GROUP BY wanted.id
ORDER BY min(wanted.position)
