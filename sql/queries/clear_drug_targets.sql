DELETE FROM drug_targets WHERE slug = %(slug)s
