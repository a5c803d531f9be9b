DELETE FROM assessments WHERE slug = %(slug)s
