SELECT assessment FROM assessments WHERE slug = %(slug)s ORDER BY rank, disease_id
