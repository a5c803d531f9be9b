SELECT disease_id, ranked FROM ranked_evidence WHERE slug = %(slug)s ORDER BY disease_id, position
