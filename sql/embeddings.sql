-- Embeddings: vectors of articles and of queries.

-- name: load_missing(ids, text_hashes, model)
SELECT wanted.id
FROM unnest(:ids::text[], :text_hashes::text[]) WITH ORDINALITY AS wanted (id, text_hash, position)
WHERE NOT EXISTS (
    SELECT FROM embeddings AS e
    WHERE e.article_id = wanted.id AND e.model = :model AND e.text_hash = wanted.text_hash
)
GROUP BY wanted.id
ORDER BY min(wanted.position);

-- name: save(model, ids, text_hashes, embeddings)!
INSERT INTO embeddings (article_id, model, text_hash, embedding)
SELECT id, :model, text_hash, embedding
FROM unnest(:ids::text[], :text_hashes::text[], :embeddings::halfvec[]) AS given (id, text_hash, embedding)
ORDER BY id, text_hash  -- one order for all writers: no deadlock
ON CONFLICT (article_id, model, text_hash) DO UPDATE SET embedding = excluded.embedding, made_at = now()
WHERE embeddings.embedding <> excluded.embedding;

-- name: load_cosines(query, ids, model, dimension)
-- An exact scan of the given articles. Only vectors of the article's present text count, and only those of the query's
-- dimension: the same model name may have been used with another one.
-- LIMIT 1, which changes nothing, makes the planner look up each article by primary key: without statistics, as in a
-- first run, it joins the other way round and takes 10,000 times as long (14 s for 1,000 of 20,000 articles).
SELECT wanted.id, greatest(-1, least(1, 1 - (present.embedding <=> :query::halfvec))) AS cosine
FROM unnest(:ids::text[]) AS wanted (id)
CROSS JOIN LATERAL (
    SELECT e.embedding
    FROM articles AS a
    JOIN embeddings AS e ON e.article_id = a.id AND e.model = :model AND e.text_hash = a.text_hash
    WHERE a.id = wanted.id
    LIMIT 1
) AS present
WHERE vector_dims(present.embedding) = :dimension;

-- name: load_query(model, text_hash)^
SELECT embedding FROM query_embeddings WHERE model = :model AND text_hash = :text_hash;

-- name: save_query(model, text_hash, query, embedding)!
INSERT INTO query_embeddings (model, text_hash, query, embedding)
VALUES (:model, :text_hash, :query, :embedding)
ON CONFLICT (model, text_hash) DO UPDATE SET embedding = excluded.embedding
WHERE query_embeddings.embedding <> excluded.embedding;
