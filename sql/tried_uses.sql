-- Diseases in which people were given the drug, by the registry and by articles.

-- name: clear(slug)!
DELETE FROM tried_uses WHERE slug = :slug;

-- name: insert(slug, documents)!
INSERT INTO tried_uses (slug, disease_id, use)
SELECT :slug, value ->> 'disease_id', value
FROM jsonb_array_elements(:documents) AS given (value);

-- name: load(slug)
SELECT use AS document FROM tried_uses WHERE slug = :slug ORDER BY disease_id;
