-- The first name given stays: another spelling of the same slug would only make every stage run again.
INSERT INTO drugs (slug, query) VALUES (%(slug)s, %(query)s)
ON CONFLICT (slug) DO UPDATE SET active = true, updated_at = now() WHERE NOT drugs.active
