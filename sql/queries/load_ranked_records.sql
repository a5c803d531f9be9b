SELECT disease_id, ranked FROM ranked_records WHERE slug = %(slug)s ORDER BY disease_id, source, rank
