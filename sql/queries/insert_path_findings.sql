INSERT INTO path_findings (slug, path, position, disease_id, score, finding)
SELECT %(slug)s, %(path)s, position, value ->> 'disease_id', (value ->> 'score')::double precision, value
FROM jsonb_array_elements(%(findings)s) WITH ORDINALITY AS given (value, position)
