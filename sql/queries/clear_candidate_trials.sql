DELETE FROM candidate_trials WHERE slug = %(slug)s
