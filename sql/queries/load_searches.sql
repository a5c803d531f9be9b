SELECT source, disease_id, query, translation, ids, total, warnings, state, reason, searched_at
FROM search_queries
WHERE slug = %(slug)s AND (%(source)s::text IS NULL OR source = %(source)s)
ORDER BY source, position
