INSERT INTO citations (
    slug, disease_id, kind, position, number, evidence_kind, evidence_id, field, start_char, end_char, quote,
    title, year, journal
)
SELECT
    %(slug)s,
    synthesis ->> 'disease_id',
    %(kind)s,
    position,
    number,
    value ->> 'evidence_kind',
    value ->> 'evidence_id',
    value ->> 'field',
    (value ->> 'start')::integer,
    (value ->> 'end')::integer,
    value ->> 'quote',
    value ->> 'title',
    (value ->> 'year')::integer,
    value ->> 'journal'
FROM
    jsonb_array_elements(%(syntheses)s) AS given (synthesis),
    jsonb_array_elements(synthesis -> 'statements') WITH ORDINALITY AS statement (statement, position),
    jsonb_array_elements(statement -> 'citations') WITH ORDINALITY AS citation (value, number)
