-- The first scores stay: what was ranked by them must not change under it.
INSERT INTO cross_scores (query_hash, model, candidates, query, scores)
VALUES (%(query_hash)s, %(model)s, %(candidates)s, %(query)s, %(scores)s)
ON CONFLICT (query_hash, model, candidates) DO NOTHING
