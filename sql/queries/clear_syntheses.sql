DELETE FROM syntheses WHERE slug = %(slug)s AND kind = %(kind)s
