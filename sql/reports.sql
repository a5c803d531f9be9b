-- Reports: the newest of each drug, and the different ones before it.

-- name: save(slug, fingerprint, report, html_path, built_at)!
-- `shown` is in the order in which the page numbers the candidates: those already tried first, each list by rank
-- after the evidence, the unassessed last.
INSERT INTO reports (slug, fingerprint, report, html_path, built_at, shown)
VALUES (
    :slug, :fingerprint, :report, :html_path, :built_at,
    ARRAY(
        SELECT value #>> '{candidate,disease,id}'
        FROM json_array_elements(:report::json -> 'candidates') WITH ORDINALITY AS given (value, position)
        ORDER BY
            value #>> '{assessment,listed}' = 'tried' DESC NULLS LAST,
            (value #>> '{assessment,rank}')::integer NULLS LAST,
            position
    )
)
ON CONFLICT (slug) DO UPDATE SET
    fingerprint = excluded.fingerprint,
    report = excluded.report,
    html_path = excluded.html_path,
    built_at = excluded.built_at,
    shown = excluded.shown;

-- name: load_fingerprint(slug)^
SELECT fingerprint FROM reports WHERE slug = :slug;

-- name: load(slug)^
SELECT fingerprint, report, html_path, built_at FROM reports WHERE slug = :slug;

-- name: save_version(slug, fingerprint, report, built_at)!
INSERT INTO report_versions (slug, fingerprint, report, built_at)
VALUES (:slug, :fingerprint, :report, :built_at)
ON CONFLICT (slug, fingerprint) DO UPDATE SET saved_at = now(), built_at = excluded.built_at;

-- name: clear_versions(slug, kept)!
DELETE FROM report_versions
WHERE
    slug = :slug
    AND fingerprint NOT IN (
        SELECT fingerprint FROM report_versions
        WHERE slug = :slug
        ORDER BY saved_at DESC, fingerprint
        LIMIT :kept
    );

-- name: load_earlier(slug, day_before, month_before)^
SELECT report
FROM report_versions
WHERE slug = :slug AND built_at <= :day_before
ORDER BY
    built_at <= :month_before DESC,
    CASE WHEN built_at <= :month_before THEN built_at END DESC,
    built_at,
    fingerprint
LIMIT 1;

-- name: load_versions(slug, before, most)
SELECT fingerprint, report, built_at, saved_at
FROM report_versions
WHERE slug = :slug AND (:before::timestamptz IS NULL OR saved_at < :before)
ORDER BY saved_at DESC, fingerprint
LIMIT :most;

-- name: load_sealed(hashes, slug)^
SELECT report FROM report_versions
WHERE report ->> 'sha256' = ANY (:hashes) AND (:slug::text IS NULL OR slug = :slug)
ORDER BY saved_at DESC
LIMIT 1;

-- name: save_change(id, drug, kind, record, diseases, sentence, address, noted_at)!
INSERT INTO report_changes (id, drug, kind, record, diseases, sentence, address, noted_at)
VALUES (:id, :drug, :kind, :record, :diseases, :sentence, :address, :noted_at)
ON CONFLICT (id) DO NOTHING;

-- name: load_changes(drug, since, unseen, unsent, most)
SELECT c.id, c.drug, c.kind, c.record, c.diseases, c.sentence, c.address, c.noted_at
FROM report_changes AS c
LEFT JOIN changes_seen AS s ON s.drug = c.drug
WHERE
    (:drug::text = '' OR c.drug = :drug)
    AND (:since::timestamptz IS NULL OR c.noted_at >= :since)
    AND (NOT :unseen OR s.seen_at IS NULL OR c.noted_at > s.seen_at)
    AND (NOT :unsent OR c.sent_at IS NULL)
ORDER BY c.noted_at DESC, c.drug, c.id
LIMIT :most;

-- name: mark_seen(drug)!
INSERT INTO changes_seen (drug, seen_at)
SELECT DISTINCT c.drug, now() FROM report_changes AS c WHERE :drug::text = '' OR c.drug = :drug
ON CONFLICT (drug) DO UPDATE SET seen_at = excluded.seen_at;

-- name: mark_sent(ids)!
UPDATE report_changes SET sent_at = now() WHERE id = any(:ids::text []);
