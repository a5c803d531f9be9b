-- Retraction checks: whether the articles of a drug are retracted.

-- name: clear(slug)!
DELETE FROM retraction_checks WHERE slug = :slug;

-- name: insert(slug, documents)!
INSERT INTO retraction_checks (slug, article_id, status, checked)
SELECT :slug, value ->> 'article_id', value ->> 'status', value
FROM jsonb_array_elements(:documents) AS given (value);

-- name: load(slug)
SELECT checked AS document FROM retraction_checks WHERE slug = :slug ORDER BY article_id;
