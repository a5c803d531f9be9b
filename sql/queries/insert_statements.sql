INSERT INTO statements (slug, disease_id, kind, position, text, polarity, polarity_cue, strength, basis)
SELECT
    %(slug)s, synthesis ->> 'disease_id', %(kind)s, position, value ->> 'text', value ->> 'polarity',
    value ->> 'polarity_cue', value ->> 'strength', value ->> 'basis'
FROM
    jsonb_array_elements(%(syntheses)s) AS given (synthesis),
    jsonb_array_elements(synthesis -> 'statements') WITH ORDINALITY AS statement (value, position)
