-- Syntheses: statements with their citations, one row each.

-- name: clear(slug, kind)!
DELETE FROM syntheses WHERE slug = :slug AND kind = :kind;

-- name: insert(slug, kind, syntheses)!
INSERT INTO syntheses (slug, disease_id, kind, synthesis)
SELECT :slug, value ->> 'disease_id', :kind, value - 'statements'
FROM jsonb_array_elements(:syntheses) AS given (value);

-- name: insert_statements(slug, kind, syntheses)!
INSERT INTO statements (slug, disease_id, kind, position, text, polarity, polarity_cue, strength, basis)
SELECT
    :slug, synthesis ->> 'disease_id', :kind, position, value ->> 'text', value ->> 'polarity',
    value ->> 'polarity_cue', value ->> 'strength', value ->> 'basis'
FROM
    jsonb_array_elements(:syntheses) AS given (synthesis),
    jsonb_array_elements(synthesis -> 'statements') WITH ORDINALITY AS statement (value, position);

-- name: insert_citations(slug, kind, syntheses)!
INSERT INTO citations (
    slug, disease_id, kind, position, number, evidence_kind, evidence_id, field, start_char, end_char, quote,
    title, year, journal
)
SELECT
    :slug,
    synthesis ->> 'disease_id',
    :kind,
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
    jsonb_array_elements(:syntheses) AS given (synthesis),
    jsonb_array_elements(synthesis -> 'statements') WITH ORDINALITY AS statement (statement, position),
    jsonb_array_elements(statement -> 'citations') WITH ORDINALITY AS citation (value, number);

-- name: load(slug, kind)
SELECT
    y.disease_id,
    y.synthesis || jsonb_build_object('statements', coalesce((
        SELECT jsonb_agg(
            jsonb_build_object(
                'text', s.text,
                'polarity', s.polarity,
                'polarity_cue', s.polarity_cue,
                'strength', s.strength,
                'basis', s.basis,
                'citations', coalesce((
                    SELECT jsonb_agg(
                        jsonb_build_object(
                            'evidence_kind', c.evidence_kind,
                            'evidence_id', c.evidence_id,
                            'field', c.field,
                            'start', c.start_char,
                            'end', c.end_char,
                            'quote', c.quote,
                            'title', c.title,
                            'year', c.year,
                            'journal', c.journal
                        )
                        ORDER BY c.number
                    )
                    FROM citations AS c
                    WHERE (c.slug, c.disease_id, c.kind, c.position) = (s.slug, s.disease_id, s.kind, s.position)
                ), '[]')
            )
            ORDER BY s.position
        )
        FROM statements AS s
        WHERE (s.slug, s.disease_id, s.kind) = (y.slug, y.disease_id, y.kind)
    ), '[]')) AS synthesis
FROM syntheses AS y
WHERE y.slug = :slug AND y.kind = :kind
ORDER BY y.disease_id;

-- name: load_cited_articles(slug)
SELECT DISTINCT evidence_id FROM citations WHERE slug = :slug AND evidence_kind = 'article' ORDER BY evidence_id;
