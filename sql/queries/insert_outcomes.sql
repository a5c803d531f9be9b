INSERT INTO source_outcomes (slug, stage, position, source, state, disease_id, outcome)
SELECT
    %(slug)s, %(stage)s, position, value ->> 'source', value ->> 'state', value ->> 'disease_id', value
FROM jsonb_array_elements(%(outcomes)s) WITH ORDINALITY AS given (value, position)
