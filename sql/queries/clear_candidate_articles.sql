DELETE FROM candidate_articles WHERE slug = %(slug)s
