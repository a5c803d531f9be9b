SELECT wanted.pmid
FROM unnest(%(pmids)s::text[], %(text_hashes)s::text[]) WITH ORDINALITY AS wanted (pmid, text_hash, position)
WHERE NOT EXISTS (
    SELECT FROM embeddings AS e
    WHERE e.pmid = wanted.pmid AND e.model = %(model)s AND e.text_hash = wanted.text_hash
)
GROUP BY wanted.pmid
ORDER BY min(wanted.position)
