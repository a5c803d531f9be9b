SELECT finding FROM path_findings WHERE slug = %(slug)s AND path = %(path)s ORDER BY position
