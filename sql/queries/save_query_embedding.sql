INSERT INTO query_embeddings (model, text_hash, query, embedding)
VALUES (%(model)s, %(text_hash)s, %(query)s, %(embedding)b)
ON CONFLICT (model, text_hash) DO UPDATE SET embedding = excluded.embedding
WHERE query_embeddings.embedding <> excluded.embedding
