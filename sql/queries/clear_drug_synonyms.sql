DELETE FROM drug_synonyms WHERE slug = %(slug)s
