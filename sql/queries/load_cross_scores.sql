SELECT scores
FROM cross_scores
WHERE query_hash = %(query_hash)s AND model = %(model)s AND candidates = %(candidates)s
