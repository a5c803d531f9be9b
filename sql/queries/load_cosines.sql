-- An exact scan of the given articles. Only vectors of the article's present text count, and only those of the query's
-- dimension: the same model name may have been used with another one.
-- LIMIT 1, which changes nothing, makes the planner look up each article by primary key: without statistics, as in a
-- first run, it joins the other way round and takes 10,000 times as long (14 s for 1,000 of 20,000 articles).
SELECT wanted.id, greatest(-1, least(1, 1 - (present.embedding <=> %(query)b::halfvec))) AS cosine
FROM unnest(%(ids)s::text[]) AS wanted (id)
CROSS JOIN LATERAL (
    SELECT e.embedding
    FROM articles AS a
    JOIN embeddings AS e ON e.article_id = a.id AND e.model = %(model)s AND e.text_hash = a.text_hash
    WHERE a.id = wanted.id
    LIMIT 1
) AS present
WHERE vector_dims(present.embedding) = %(dimension)s
