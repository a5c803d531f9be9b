SELECT disease_id, article_id, found_by, origins, superseded
FROM candidate_articles
WHERE slug = %(slug)s
ORDER BY disease_id, position
