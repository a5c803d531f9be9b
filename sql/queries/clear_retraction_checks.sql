DELETE FROM retraction_checks WHERE slug = %(slug)s
