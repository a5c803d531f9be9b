-- `shown` is in the order in which the page numbers the candidates: by rank after the evidence, the unassessed last.
INSERT INTO reports (slug, fingerprint, report, html_path, built_at, shown)
VALUES (
    %(slug)s, %(fingerprint)s, %(report)s, %(html_path)s, %(built_at)s,
    ARRAY(
        SELECT value #>> '{candidate,disease,id}'
        FROM json_array_elements(%(report)s::json -> 'candidates') WITH ORDINALITY AS given (value, position)
        ORDER BY (value #>> '{assessment,rank}')::integer NULLS LAST, position
    )
)
ON CONFLICT (slug) DO UPDATE SET
    fingerprint = excluded.fingerprint,
    report = excluded.report,
    html_path = excluded.html_path,
    built_at = excluded.built_at,
    shown = excluded.shown
