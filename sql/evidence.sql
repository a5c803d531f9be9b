-- Evidence: the ranked articles of each pair.

-- name: clear(slug)!
DELETE FROM ranked_evidence WHERE slug = :slug;

-- name: insert(slug, documents)!
INSERT INTO ranked_evidence (slug, disease_id, position, article_id, rank, score, in_top_k, ranked)
SELECT
    :slug,
    disease_id,
    position,
    value ->> 'id',
    (value ->> 'rank')::integer,
    (value ->> 'score')::double precision,
    (value ->> 'in_top_k')::boolean,
    value
FROM
    jsonb_each(:documents) AS pair (disease_id, articles),
    jsonb_array_elements(articles) WITH ORDINALITY AS given (value, position);

-- name: load(slug)
SELECT disease_id, ranked AS document FROM ranked_evidence WHERE slug = :slug ORDER BY disease_id, position;
