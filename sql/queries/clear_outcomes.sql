DELETE FROM source_outcomes WHERE slug = %(slug)s AND stage = %(stage)s
