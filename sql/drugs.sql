-- Drugs: the watch list, and each drug's profile with its synonyms and targets.

-- name: add(slug, query)!
-- The first name given stays: another spelling of the same slug would only make every stage run again.
INSERT INTO drugs (slug, query) VALUES (:slug, :query)
ON CONFLICT (slug) DO UPDATE SET active = true, updated_at = now() WHERE NOT drugs.active;

-- name: add_of_file(slugs, queries)
-- The drugs of the file of drugs; those that were not on the watch list come back.
INSERT INTO drugs (slug, query, of_file)
SELECT slug, query, true FROM unnest(:slugs::text[], :queries::text[]) AS given (slug, query)
ON CONFLICT (slug) DO UPDATE SET
    active = true, of_file = true, updated_at = now()
WHERE NOT (drugs.active AND drugs.of_file)
RETURNING slug;

-- name: leave_file(slugs)
-- Drugs that came by the file and are no longer in it.
UPDATE drugs SET active = false, of_file = false, updated_at = now()
WHERE of_file AND NOT slug = ANY(:slugs)
RETURNING slug;

-- name: deactivate(slug)!
UPDATE drugs SET active = false, updated_at = now() WHERE slug = :slug AND active;

-- name: load_progress()
-- Every drug with the states other than ok its stages ended in, whether it has a report, and when its last stage ended.
SELECT
    d.slug, d.query, d.name, d.chembl_id, d.active,
    coalesce(array_agg(DISTINCT r.status) FILTER (WHERE r.status <> 'ok'), '{}') AS weak,
    EXISTS (SELECT FROM reports AS p WHERE p.slug = d.slug) AS reported,
    max(r.finished_at) AS finished_at
FROM drugs AS d LEFT JOIN stage_runs AS r ON r.slug = d.slug
GROUP BY d.slug
ORDER BY d.slug;

-- name: load_without_results()
-- Drugs of which nothing was ever stored but that stages failed.
SELECT d.slug
FROM drugs AS d
WHERE
    d.profile IS NULL
    AND NOT EXISTS (SELECT FROM stage_runs AS r WHERE r.slug = d.slug AND (r.status <> 'failed' OR r.outputs <> ''))
    AND NOT EXISTS (SELECT FROM reports AS p WHERE p.slug = d.slug)
ORDER BY d.slug;

-- name: forget(slug)!
-- With every row that refers to the drug.
DELETE FROM drugs WHERE slug = :slug;

-- name: load_watch_list()
SELECT slug, query, active, chembl_id, name FROM drugs ORDER BY slug;

-- name: load_known_as(names, slugs)
-- The drug that each name means: the one that has its slug, where a source has identified it, else the one drug alone
-- of which it is an id, a name, a synonym or a trade name.
SELECT n.name, coalesce(min(own.slug), min(known.slug)) AS slug
FROM unnest(:names::text[], :slugs::text[]) AS n (name, slug)
LEFT JOIN drugs AS own ON own.slug = n.slug AND own.chembl_id IS NOT NULL
LEFT JOIN (
    SELECT slug, lower(chembl_id) AS called FROM drugs WHERE chembl_id IS NOT NULL
    UNION
    SELECT slug, lower(name) FROM drugs WHERE chembl_id IS NOT NULL
    UNION
    SELECT s.slug, lower(s.label) FROM drug_synonyms AS s
) AS known ON known.called = lower(btrim(n.name, ' ®™'))
GROUP BY n.name
HAVING min(own.slug) IS NOT NULL OR count(DISTINCT known.slug) = 1;

-- name: load_query(slug)^
SELECT query FROM drugs WHERE slug = :slug;

-- name: save(slug, query, chembl_id, name, maximum_stage, withdrawn, profile, data_version)!
-- A drug that nobody put on the watch list stays off it.
INSERT INTO drugs (slug, query, active, chembl_id, name, maximum_stage, withdrawn, profile, data_version)
VALUES (
    :slug, :query, false, :chembl_id, :name, :maximum_stage, :withdrawn, :profile,
    :data_version
)
ON CONFLICT (slug) DO UPDATE SET
    chembl_id = excluded.chembl_id,
    name = excluded.name,
    maximum_stage = excluded.maximum_stage,
    withdrawn = excluded.withdrawn,
    profile = excluded.profile,
    data_version = excluded.data_version,
    updated_at = now();

-- name: clear_synonyms(slug)!
DELETE FROM drug_synonyms WHERE slug = :slug;

-- name: insert_synonyms(slug, synonyms)!
INSERT INTO drug_synonyms (slug, position, label, kind, source)
SELECT :slug, position, value ->> 'label', value ->> 'kind', value ->> 'source'
FROM jsonb_array_elements(:synonyms) WITH ORDINALITY AS given (value, position);

-- name: clear_targets(slug)!
DELETE FROM drug_targets WHERE slug = :slug;

-- name: insert_targets(slug, targets)!
INSERT INTO drug_targets (slug, position, ensembl_id, symbol, action_type, mechanism)
SELECT
    :slug, position, value ->> 'ensembl_id', value ->> 'symbol', value ->> 'action_type', value ->> 'mechanism'
FROM jsonb_array_elements(:targets) WITH ORDINALITY AS given (value, position);

-- name: load_profile(slug)^
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
WHERE d.slug = :slug AND d.profile IS NOT NULL;
