-- Articles found for a drug whose present text has no vector of the model.
SELECT DISTINCT p.slug, a.id || ' has no vector of ' || %(model)s::text AS detail
FROM candidate_articles p
JOIN articles a ON a.id = p.article_id
LEFT JOIN embeddings e ON e.article_id = a.id AND e.model = %(model)s AND e.text_hash = a.text_hash
WHERE e.article_id IS NULL AND NOT p.superseded
ORDER BY 1, 2;
