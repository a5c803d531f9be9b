DELETE FROM report_versions
WHERE
    slug = %(slug)s
    AND fingerprint NOT IN (
        SELECT fingerprint FROM report_versions
        WHERE slug = %(slug)s
        ORDER BY saved_at DESC, fingerprint
        LIMIT %(kept)s
    )
