SELECT fingerprint, report, built_at, saved_at
FROM report_versions
WHERE slug = %(slug)s AND (%(before)s::timestamptz IS NULL OR saved_at < %(before)s)
ORDER BY saved_at DESC, fingerprint
LIMIT %(most)s
