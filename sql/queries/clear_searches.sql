DELETE FROM search_queries WHERE slug = %(slug)s AND source = %(source)s
