DELETE FROM drug_labels WHERE slug = %(slug)s
