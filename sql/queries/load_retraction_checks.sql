SELECT article_id, checked FROM retraction_checks WHERE slug = %(slug)s ORDER BY article_id
