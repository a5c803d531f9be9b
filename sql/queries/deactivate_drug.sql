UPDATE drugs SET active = false, updated_at = now() WHERE slug = %(slug)s AND active
