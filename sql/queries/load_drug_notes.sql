SELECT notes FROM drug_notes WHERE slug = %(slug)s AND kind = %(kind)s
