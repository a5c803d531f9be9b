DELETE FROM candidates WHERE slug = %(slug)s
