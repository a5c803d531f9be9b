-- Pools: the articles found for each pair.

-- name: clear(slug)!
DELETE FROM candidate_articles WHERE slug = :slug;

-- name: insert(slug, documents)!
INSERT INTO candidate_articles (slug, disease_id, position, article_id, found_by, origins, superseded)
SELECT
    :slug,
    disease_id,
    position,
    value ->> 'article_id',
    ARRAY(SELECT jsonb_array_elements_text(value -> 'found_by')),
    value -> 'origins',
    (value ->> 'superseded')::boolean
FROM
    jsonb_each(:documents) AS pair (disease_id, articles),
    jsonb_array_elements(articles) WITH ORDINALITY AS given (value, position);

-- name: load(slug)
SELECT disease_id, to_jsonb(entry) - 'slug' - 'disease_id' - 'position' AS document
FROM candidate_articles AS entry
WHERE slug = :slug
ORDER BY disease_id, position;
