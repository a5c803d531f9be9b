SELECT
    d.profile || jsonb_build_object(
        'synonyms', coalesce((
            SELECT jsonb_agg(to_jsonb(s) - 'slug' - 'position' ORDER BY s.position)
            FROM drug_synonyms AS s WHERE s.slug = d.slug
        ), '[]'),
        'targets', coalesce((
            SELECT jsonb_agg(to_jsonb(t) - 'slug' - 'position' ORDER BY t.position)
            FROM drug_targets AS t WHERE t.slug = d.slug
        ), '[]')
    ) AS profile
FROM drugs AS d
WHERE d.slug = %(slug)s AND d.profile IS NOT NULL
