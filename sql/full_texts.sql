-- Full texts: what could be had of each article, shared by all drugs.

-- name: load_to_fetch(ids, text_hashes, before)
SELECT wanted.id
FROM unnest(:ids::text[], :text_hashes::text[]) WITH ORDINALITY AS wanted (id, text_hash, position)
WHERE NOT EXISTS (
    SELECT FROM full_texts AS f
    WHERE f.article_id = wanted.id AND f.text_hash = wanted.text_hash
      AND NOT f.facts -> 'steps' @> '[{"state": "failed"}]'
      AND (:before::timestamptz IS NULL OR f.fetched_at >= :before)
)
GROUP BY wanted.id
ORDER BY min(wanted.position);

-- name: save(article_id, source, text, sections, chunks, facts, text_hash, fetched_at)!
INSERT INTO full_texts (article_id, source, text, sections, chunks, facts, text_hash, fetched_at)
VALUES (
    :article_id, :source, :text, :sections, :chunks, :facts, :text_hash, :fetched_at
)
ON CONFLICT (article_id) DO UPDATE SET
    source = excluded.source,
    text = excluded.text,
    sections = excluded.sections,
    chunks = excluded.chunks,
    facts = excluded.facts,
    text_hash = excluded.text_hash,
    fetched_at = excluded.fetched_at;

-- name: load(ids)
SELECT article_id, facts || jsonb_build_object('text', text, 'sections', sections, 'chunks', chunks) AS full_text
FROM full_texts
WHERE article_id = ANY (:ids);
