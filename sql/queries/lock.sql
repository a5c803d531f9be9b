SELECT pg_advisory_lock(hashtextextended(%(name)s, 0))
