INSERT INTO embeddings (pmid, model, text_hash, embedding)
SELECT pmid, %(model)s, text_hash, embedding
FROM unnest(%(pmids)s::text[], %(text_hashes)s::text[], %(embeddings)b::halfvec[]) AS given (pmid, text_hash, embedding)
ORDER BY pmid, text_hash  -- one order for all writers: no deadlock
ON CONFLICT (pmid, model, text_hash) DO UPDATE SET embedding = excluded.embedding, made_at = now()
WHERE embeddings.embedding <> excluded.embedding
