INSERT INTO candidate_trials (slug, disease_id, position, nct_id, match)
SELECT %(slug)s, disease_id, position, value ->> 'nct_id', value - 'nct_id'
FROM
    jsonb_each(%(matches)s) AS pair (disease_id, trials),
    jsonb_array_elements(trials) WITH ORDINALITY AS given (value, position)
