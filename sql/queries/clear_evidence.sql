DELETE FROM ranked_evidence
WHERE slug = %(slug)s AND (%(disease_id)s::text IS NULL OR disease_id = %(disease_id)s)
