SELECT id, record || jsonb_build_object('title', title, 'abstract', abstract) AS article
FROM articles
WHERE id = ANY (%(ids)s)
