INSERT INTO reports (slug, fingerprint, report, html_path, built_at)
VALUES (%(slug)s, %(fingerprint)s, %(report)s, %(html_path)s, %(built_at)s)
ON CONFLICT (slug) DO UPDATE SET
    fingerprint = excluded.fingerprint,
    report = excluded.report,
    html_path = excluded.html_path,
    built_at = excluded.built_at
