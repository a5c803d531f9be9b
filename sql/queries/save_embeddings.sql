INSERT INTO embeddings (article_id, model, text_hash, embedding)
SELECT id, %(model)s, text_hash, embedding
FROM unnest(%(ids)s::text[], %(text_hashes)s::text[], %(embeddings)b::halfvec[]) AS given (id, text_hash, embedding)
ORDER BY id, text_hash  -- one order for all writers: no deadlock
ON CONFLICT (article_id, model, text_hash) DO UPDATE SET embedding = excluded.embedding, made_at = now()
WHERE embeddings.embedding <> excluded.embedding
