INSERT INTO retraction_checks (slug, article_id, status, checked)
SELECT %(slug)s, value ->> 'article_id', value ->> 'status', value
FROM jsonb_array_elements(%(checks)s) AS given (value)
