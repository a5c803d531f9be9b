INSERT INTO report_versions (slug, fingerprint, report, built_at)
VALUES (%(slug)s, %(fingerprint)s, %(report)s, %(built_at)s)
ON CONFLICT (slug, fingerprint) DO UPDATE SET saved_at = now(), built_at = excluded.built_at
