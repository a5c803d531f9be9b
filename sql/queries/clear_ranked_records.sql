DELETE FROM ranked_records WHERE slug = %(slug)s
