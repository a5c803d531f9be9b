INSERT INTO drug_synonyms (slug, position, label, kind, source)
SELECT %(slug)s, position, value ->> 'label', value ->> 'kind', value ->> 'source'
FROM jsonb_array_elements(%(synonyms)s) WITH ORDINALITY AS given (value, position)
