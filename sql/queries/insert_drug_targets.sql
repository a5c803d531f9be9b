INSERT INTO drug_targets (slug, position, ensembl_id, symbol, action_type, mechanism)
SELECT
    %(slug)s, position, value ->> 'ensembl_id', value ->> 'symbol', value ->> 'action_type', value ->> 'mechanism'
FROM jsonb_array_elements(%(targets)s) WITH ORDINALITY AS given (value, position)
