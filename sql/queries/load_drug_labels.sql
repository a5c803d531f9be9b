SELECT label FROM drug_labels WHERE slug = %(slug)s ORDER BY position
