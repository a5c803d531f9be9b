INSERT INTO ranked_evidence (slug, disease_id, position, article_id, rank, score, in_top_k, ranked)
SELECT
    %(slug)s,
    disease_id,
    position,
    value ->> 'id',
    (value ->> 'rank')::integer,
    (value ->> 'score')::double precision,
    (value ->> 'in_top_k')::boolean,
    value
FROM
    jsonb_each(%(evidence)s) AS pair (disease_id, articles),
    jsonb_array_elements(articles) WITH ORDINALITY AS given (value, position)
