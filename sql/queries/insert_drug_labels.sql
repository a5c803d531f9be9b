INSERT INTO drug_labels (slug, position, source, set_id, effective, label)
SELECT %(slug)s, position, value ->> 'source', value ->> 'set_id', (value ->> 'effective')::date, value
FROM jsonb_array_elements(%(labels)s) WITH ORDINALITY AS given (value, position)
