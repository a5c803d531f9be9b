-- Cross-encoders' scores: one row per query, model and set of documents.

-- name: load(query_hash, model, candidates)^
SELECT scores
FROM cross_scores
WHERE query_hash = :query_hash AND model = :model AND candidates = :candidates;

-- name: save(query_hash, model, candidates, query, scores)!
-- The first scores stay: what was ranked by them must not change under it.
INSERT INTO cross_scores (query_hash, model, candidates, query, scores)
VALUES (:query_hash, :model, :candidates, :query, :scores)
ON CONFLICT (query_hash, model, candidates) DO NOTHING;
