INSERT INTO syntheses (slug, disease_id, kind, synthesis)
SELECT %(slug)s, value ->> 'disease_id', %(kind)s, value - 'statements'
FROM jsonb_array_elements(%(syntheses)s) AS given (value)
