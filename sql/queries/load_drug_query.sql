SELECT query FROM drugs WHERE slug = %(slug)s
