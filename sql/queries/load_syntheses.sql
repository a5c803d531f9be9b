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
WHERE y.slug = %(slug)s AND y.kind = %(kind)s
ORDER BY y.disease_id
