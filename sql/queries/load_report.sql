SELECT fingerprint, report, html_path, built_at FROM reports WHERE slug = %(slug)s
