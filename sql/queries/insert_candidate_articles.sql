INSERT INTO candidate_articles (slug, disease_id, position, article_id, found_by, origins, superseded)
SELECT
    %(slug)s,
    disease_id,
    position,
    value ->> 'article_id',
    ARRAY(SELECT jsonb_array_elements_text(value -> 'found_by')),
    value -> 'origins',
    (value ->> 'superseded')::boolean
FROM
    jsonb_each(%(pools)s) AS pair (disease_id, articles),
    jsonb_array_elements(articles) WITH ORDINALITY AS given (value, position)
