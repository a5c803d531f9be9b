-- Libraries: collections, their articles and passages.

-- name: save_collection(name, queries)!
INSERT INTO collections (name, queries) VALUES (:name, :queries)
ON CONFLICT (name) DO UPDATE SET
    queries = ARRAY(SELECT DISTINCT q FROM unnest(collections.queries || excluded.queries) AS q ORDER BY q);

-- name: touch(name)!
UPDATE collections SET updated_at = now() WHERE name = :name;

-- name: load_collections()
SELECT
    c.name, c.queries, c.updated_at,
    (SELECT count(*) FROM library_members AS m WHERE m.collection = c.name) AS articles,
    (SELECT count(*) FROM library_members AS m JOIN library_articles AS a ON a.id = m.article_id
     WHERE m.collection = c.name AND a.retraction = 'retracted') AS retracted,
    (SELECT count(*) FROM library_members AS m JOIN passages AS p ON p.article_id = m.article_id
     WHERE m.collection = c.name) AS passages,
    (SELECT count(*) FROM library_members AS m JOIN passages AS p ON p.article_id = m.article_id
     JOIN passage_embeddings AS e ON e.passage_id = p.id WHERE m.collection = c.name) AS vectors
FROM collections AS c
ORDER BY c.name;

-- name: load_known(ids)
-- The stored article of each id, be it a PMC id or a PMID.
SELECT wanted.id AS wanted, a.id FROM unnest(:ids::text[]) AS wanted (id) JOIN library_articles AS a ON a.id = wanted.id
UNION
SELECT wanted.id, a.id FROM unnest(:ids::text[]) AS wanted (id) JOIN library_articles AS a ON a.pmid = wanted.id;

-- name: load_missing(collection, before)
SELECT id FROM library_missing WHERE collection = :collection AND (:before::timestamptz IS NULL OR asked_at >= :before);

-- name: save_missing(collection, ids, reasons)!
INSERT INTO library_missing (collection, id, reason)
SELECT :collection, id, reason FROM unnest(:ids::text[], :reasons::text[]) AS given (id, reason)
ON CONFLICT (collection, id) DO UPDATE SET reason = excluded.reason, asked_at = now();

-- name: save_members(collection, ids)!
INSERT INTO library_members (collection, article_id) SELECT :collection, unnest(:ids::text[])
ON CONFLICT DO NOTHING;

-- name: save_article(id, pmid, pmcid, title, journal, published, article_type, license, retraction, text, text_hash, facts, fetched_at)!
INSERT INTO library_articles
    (id, pmid, pmcid, title, journal, published, article_type, license, retraction, text, text_hash, facts, fetched_at)
VALUES
    (:id, :pmid, :pmcid, :title, :journal, :published, :article_type, :license, :retraction, :text, :text_hash, :facts,
     :fetched_at)
ON CONFLICT (id) DO UPDATE SET
    pmid = excluded.pmid, pmcid = excluded.pmcid, title = excluded.title, journal = excluded.journal,
    published = excluded.published, article_type = excluded.article_type, license = excluded.license,
    retraction = excluded.retraction, text = excluded.text, text_hash = excluded.text_hash, facts = excluded.facts,
    fetched_at = excluded.fetched_at;

-- name: clear_passages(article_id, ids)!
DELETE FROM passages WHERE article_id = :article_id AND id <> ALL (:ids::text[]);

-- name: save_passages(passages)!
INSERT INTO passages (id, article_id, position, kind, section, first, past, tells_finding)
SELECT id, article_id, position, kind, section, start, "end", tells_finding
FROM jsonb_to_recordset(:passages) AS given (
    id text, article_id text, position integer, kind text, section text, start integer, "end" integer,
    tells_finding boolean
)
ON CONFLICT (id) DO UPDATE SET
    position = excluded.position, kind = excluded.kind, section = excluded.section,
    tells_finding = excluded.tells_finding;

-- name: load_articles(ids)
SELECT facts || jsonb_build_object('text', text) AS article FROM library_articles WHERE id = ANY (:ids::text[]);

-- name: load_index_articles(collection)
SELECT a.id, a.title, a.text, a.text_hash
FROM library_members AS m JOIN library_articles AS a ON a.id = m.article_id
WHERE m.collection = :collection AND a.retraction <> 'retracted'
ORDER BY a.id;

-- name: load_index_passages(ids)
SELECT id, article_id, position, kind, section, first, past, tells_finding FROM passages
WHERE article_id = ANY (:ids::text[])
ORDER BY article_id, position;

-- name: load_state(collection)^
-- What the index of a collection depends on: how many articles and passages, and their versions in one number.
SELECT count(DISTINCT a.id) AS articles, count(p.id) AS passages,
    coalesce(bit_xor(hashtextextended(concat(a.id, p.id, a.title, p.section, a.retraction), 0)), 0) AS mixed
FROM library_members AS m
JOIN library_articles AS a ON a.id = m.article_id
LEFT JOIN passages AS p ON p.article_id = a.id
WHERE m.collection = :collection;

-- name: load_usable(collection)
SELECT a.id, a.pmid, a.journal, a.published, a.article_type, a.license
FROM library_members AS m JOIN library_articles AS a ON a.id = m.article_id
WHERE m.collection = :collection AND a.retraction <> 'retracted';

-- name: load_passages(ids)
SELECT id, article_id, position, kind, section, first, past, tells_finding FROM passages WHERE id = ANY (:ids::text[]);

-- name: load_without_vector(collection, model, kinds)
SELECT p.id, a.title, p.section, substr(a.text, p.first + 1, p.past - p.first) AS text
FROM library_members AS m
JOIN library_articles AS a ON a.id = m.article_id
JOIN passages AS p ON p.article_id = a.id
WHERE m.collection = :collection AND a.retraction <> 'retracted' AND p.kind = ANY (:kinds::text[])
    AND NOT EXISTS (SELECT FROM passage_embeddings AS e WHERE e.passage_id = p.id AND e.model = :model)
ORDER BY p.tells_finding DESC, p.article_id, p.position;

-- name: save_vectors(model, ids, embeddings)!
INSERT INTO passage_embeddings (passage_id, model, embedding)
SELECT id, :model, embedding FROM unnest(:ids::text[], :embeddings::halfvec[]) AS given (id, embedding)
ON CONFLICT (passage_id, model) DO UPDATE SET embedding = excluded.embedding;

-- name: load_vectors(collection, model)
SELECT e.passage_id AS id, e.embedding
FROM library_members AS m
JOIN passages AS p ON p.article_id = m.article_id
JOIN passage_embeddings AS e ON e.passage_id = p.id AND e.model = :model
WHERE m.collection = :collection;

-- name: count_vectors(collection, model)^
SELECT count(*) AS vectors
FROM library_members AS m
JOIN passages AS p ON p.article_id = m.article_id
JOIN passage_embeddings AS e ON e.passage_id = p.id AND e.model = :model
WHERE m.collection = :collection;
