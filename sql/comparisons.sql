-- Comparisons: the drug-by-disease matrix of the workspace.

-- name: load(slugs, notable, only_notable)
-- Everything of the drug-by-disease matrix, in one row and as of one moment. Drugs: all, or those of `slugs`. Diseases:
-- those that are a candidate of one of the drugs or set aside for a notable reason. Cells: of these diseases, and with
-- `only_notable` none but those that made them so.
WITH asked AS (
    SELECT d.slug, d.query, d.name, d.active, r.built_at, r.shown
    FROM drugs AS d LEFT JOIN reports AS r ON r.slug = d.slug
    WHERE :slugs::text[] IS NULL OR d.slug = ANY(:slugs)
),
rows AS (
    SELECT DISTINCT c.disease_id
    FROM candidates AS c JOIN asked ON asked.slug = c.slug
    WHERE c.set_aside IS NULL OR c.set_aside = ANY(:notable)
),
cells AS (
    SELECT
        c.slug,
        c.disease_id,
        c.set_aside,
        c.candidate ->> 'set_aside_reason' AS reason,
        CASE WHEN c.set_aside IS NULL THEN coalesce(a.assessment ->> 'listed', c.listed) END AS listed,
        CASE WHEN c.set_aside IS NULL THEN coalesce(a.rank, c.rank) END AS rank,
        c.rank AS rank_before,
        coalesce(a.total, c.score) AS score,
        coalesce(a.stage, c.candidate ->> 'own_stage') AS stage,
        c.approval,
        a.supports,
        a.contradicts,
        a.harm,
        a.harm_known,
        c.dual_path,
        array_position(asked.shown, c.disease_id) AS place
    FROM candidates AS c
    JOIN asked ON asked.slug = c.slug
    JOIN rows ON rows.disease_id = c.disease_id
    LEFT JOIN assessments AS a ON a.slug = c.slug AND a.disease_id = c.disease_id
    WHERE NOT :only_notable OR c.set_aside IS NULL OR c.set_aside = ANY(:notable)
)
SELECT
    (SELECT coalesce(json_agg(json_build_object(
        'slug', asked.slug,
        'name', coalesce(asked.name, asked.query),
        'names', (
            SELECT coalesce(json_agg(s.label ORDER BY s.position), '[]')
            FROM drug_synonyms AS s WHERE s.slug = asked.slug
        ),
        'active', asked.active,
        'built_at', asked.built_at,
        'ran', EXISTS (SELECT FROM stage_runs AS t WHERE t.slug = asked.slug),
        'ends', (
            SELECT coalesce(json_agg(
                json_build_object('stage', t.stage, 'status', t.status, 'reason', t.reason)
                ORDER BY t.finished_at, t.stage
            ), '[]')
            FROM stage_runs AS t WHERE t.slug = asked.slug AND t.status <> 'ok'
        )
    ) ORDER BY asked.slug), '[]') FROM asked) AS drugs,
    (SELECT coalesce(json_agg(json_build_object(
        'id', d.id,
        'name', d.name,
        'names', coalesce(d.disease -> 'synonyms', '[]')
            || CASE WHEN n.term IS NULL THEN '[]' ELSE jsonb_build_array(n.term) END
            || coalesce(n.name -> 'entry_terms', '[]')
    ) ORDER BY d.id), '[]')
    FROM rows JOIN diseases AS d ON d.id = rows.disease_id
    LEFT JOIN normalized_names AS n ON n.disease_id = d.id) AS diseases,
    (SELECT coalesce(json_agg(cells ORDER BY cells.disease_id, cells.slug), '[]') FROM cells) AS cells;

-- name: lock()^
-- Until the transaction ends; one lock per workspace.
SELECT pg_advisory_xact_lock(hashtextextended('scout:comparison:' || current_schema(), 0));

-- name: load_pictures()
-- Of each drug, in the order of the pages: its name, whether it failed, and what the page over drugs shows of it.
SELECT
    d.slug,
    coalesce(d.name, d.query) AS name,
    EXISTS (SELECT FROM stage_runs AS t WHERE t.slug = d.slug AND t.status = 'failed') AS failed,
    md5(concat_ws(
        ' ', d.slug, d.active, d.name, r.fingerprint, r.built_at,
        (
            SELECT string_agg(concat_ws(':', t.stage, t.status, t.outputs, t.reason), ' ' ORDER BY t.stage)
            FROM stage_runs AS t WHERE t.slug = d.slug
        )
    )) AS shown
FROM drugs AS d LEFT JOIN reports AS r ON r.slug = d.slug
ORDER BY d.slug;
