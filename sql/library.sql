-- Libraries: collections, their articles and passages.

-- name: save_collection(name, kind, queries, folders, drugs, most, vectors)!
INSERT INTO collections (name, kind, queries, folders, drugs, most, vectors)
VALUES (:name, :kind, :queries, :folders, :drugs, coalesce(:most::integer, 9999), coalesce(:vectors::boolean, true))
ON CONFLICT (name) DO UPDATE SET
    queries = ARRAY(SELECT DISTINCT q FROM unnest(collections.queries || excluded.queries) AS q ORDER BY q),
    folders = ARRAY(SELECT DISTINCT f FROM unnest(collections.folders || excluded.folders) AS f ORDER BY f),
    drugs = ARRAY(SELECT DISTINCT d FROM unnest(collections.drugs || excluded.drugs) AS d ORDER BY d),
    most = coalesce(:most::integer, collections.most),
    vectors = coalesce(:vectors::boolean, collections.vectors);

-- name: remove_collection(name)!
DELETE FROM collections WHERE name = :name;

-- name: drop_unheld_files()!
-- Files of one's own that no collection holds any more.
DELETE FROM library_articles AS a
WHERE starts_with(a.id, 'file:') AND NOT EXISTS (SELECT FROM library_members AS m WHERE m.article_id = a.id);

-- name: touch(name)!
UPDATE collections SET updated_at = now() WHERE name = :name;

-- name: load_collections(name)
SELECT
    c.name, c.kind, c.queries, c.folders, c.drugs, c.most, c.vectors AS wants_vectors, c.updated_at,
    (SELECT count(*) FROM library_members AS m WHERE m.collection = c.name) AS articles,
    (SELECT count(*) FROM library_members AS m JOIN library_articles AS a ON a.id = m.article_id
     WHERE m.collection = c.name AND a.retraction = 'retracted') AS retracted,
    (SELECT count(*) FROM library_members AS m JOIN passages AS p ON p.article_id = m.article_id
     WHERE m.collection = c.name) AS passages,
    (SELECT count(*) FROM library_members AS m JOIN passages AS p ON p.article_id = m.article_id
     JOIN passage_embeddings AS e ON e.passage_id = p.id WHERE m.collection = c.name) AS vectors
FROM collections AS c
WHERE :name::text IS NULL OR c.name = :name
ORDER BY c.name;

-- name: load_known(ids, read_by)
-- The stored article of each id, be it a PMC id or a PMID; a file of one's own is known by its own id alone.
SELECT wanted.id AS wanted, a.id
FROM unnest(:ids::text[]) AS wanted (id) JOIN library_articles AS a ON a.id = wanted.id
WHERE :read_by::text IS NULL OR a.facts ->> 'read_by' = :read_by
UNION
SELECT wanted.id, a.id
FROM unnest(:ids::text[]) AS wanted (id) JOIN library_articles AS a ON a.pmid = wanted.id
WHERE NOT starts_with(a.id, 'file:') AND (:read_by::text IS NULL OR a.facts ->> 'read_by' = :read_by);

-- name: save_wanted(collection, ids, query)!
INSERT INTO library_wanted (collection, id, query)
SELECT :collection, id, :query FROM unnest(:ids::text[]) AS given (id)
ON CONFLICT DO NOTHING;

-- name: load_wanted(collection)
SELECT id FROM library_wanted WHERE collection = :collection ORDER BY id;

-- name: load_given(collection)
SELECT id FROM library_wanted WHERE collection = :collection AND query IS NULL ORDER BY id;

-- name: load_query(collection, query)^
SELECT asked_on, total FROM library_queries WHERE collection = :collection AND query = :query;

-- name: save_query(collection, query, asked_on, total)!
INSERT INTO library_queries (collection, query, asked_on, total) VALUES (:collection, :query, :asked_on, :total)
ON CONFLICT (collection, query) DO UPDATE SET asked_on = excluded.asked_on, total = excluded.total;

-- name: load_missing(collection, before)
SELECT id FROM library_missing WHERE collection = :collection AND (:before::timestamptz IS NULL OR asked_at >= :before);

-- name: save_missing(collection, ids, reasons)!
INSERT INTO library_missing (collection, id, reason)
SELECT :collection, id, reason FROM unnest(:ids::text[], :reasons::text[]) AS given (id, reason)
ON CONFLICT (collection, id) DO UPDATE SET reason = excluded.reason, asked_at = now();

-- name: clear_missing(collection, ids)!
DELETE FROM library_missing WHERE collection = :collection AND id = ANY (:ids::text[]);

-- name: load_reasons(collection)
-- What has been taken in since is missing no more.
SELECT m.id, m.reason FROM library_missing AS m
WHERE m.collection = :collection
    AND NOT EXISTS (SELECT FROM library_articles AS a WHERE a.id = m.id OR (a.pmid = m.id AND a.pmid <> ''))
ORDER BY m.id;

-- name: save_members(collection, ids)!
INSERT INTO library_members (collection, article_id) SELECT :collection, unnest(:ids::text[])
ON CONFLICT DO NOTHING;

-- name: keep_members(collection, ids)!
-- Take out of a collection what is not among the ids; the articles stay.
DELETE FROM library_members WHERE collection = :collection AND article_id <> ALL (:ids::text[]);

-- name: load_members(collection)
-- What is told of a collection: each article, where its text is from, its standing and version.
SELECT a.id, a.pmid, a.facts ->> 'doi' AS doi, a.retraction, a.text_hash, a.facts ->> 'source' AS source,
    a.license, a.cut_by, a.standing_asked_at
FROM library_members AS m JOIN library_articles AS a ON a.id = m.article_id
WHERE m.collection = :collection
ORDER BY a.id;

-- name: load_about(ids)
SELECT id, retraction, text_hash, facts ->> 'source' AS source, facts ->> 'read_by' AS read_by FROM library_articles
WHERE id = ANY (:ids::text[]);

-- name: drop_wanted(collection, ids)!
-- What was given and is none of these is wanted no more.
DELETE FROM library_wanted WHERE collection = :collection AND query IS NULL AND id <> ALL (:ids::text[]);

-- name: load_named_in_notices(kinds)
-- What articles the stored notices name, by PMID, PMC id or DOI. A notice is itself no longer of good standing.
SELECT paper.id, link ->> 'kind' AS kind
FROM library_articles AS notice
CROSS JOIN LATERAL jsonb_array_elements(notice.facts -> 'corrections') AS link
JOIN library_articles AS paper
    ON paper.id <> notice.id AND (
        paper.pmid = link ->> 'pmid' OR paper.pmcid = link ->> 'pmcid'
        OR lower(paper.facts ->> 'doi') = lower(link ->> 'doi')
    )
WHERE notice.retraction IN ('retracted', 'expression_of_concern') AND link ->> 'kind' = ANY (:kinds::text[]);

-- name: save_standings(ids, statuses, asked_at)!
UPDATE library_articles AS a SET
    retraction = given.status, facts = jsonb_set(a.facts, '{retraction}', to_jsonb(given.status)),
    standing_asked_at = coalesce(:asked_at, a.standing_asked_at)
FROM unnest(:ids::text[], :statuses::text[]) AS given (id, status)
WHERE a.id = given.id;

-- name: load_uncut(collection, cut_by)
SELECT a.id FROM library_members AS m JOIN library_articles AS a ON a.id = m.article_id
WHERE m.collection = :collection AND a.cut_by <> :cut_by
ORDER BY a.id;

-- name: mark_cut(article_id, cut_by)!
UPDATE library_articles SET cut_by = :cut_by WHERE id = :article_id;

-- name: save_article(id, pmid, pmcid, title, journal, published, article_type, license, retraction, text, text_hash, facts, fetched_at)!
INSERT INTO library_articles
    (id, pmid, pmcid, title, journal, published, article_type, license, retraction, text, text_hash, facts, fetched_at,
     standing_asked_at)
VALUES
    (:id, :pmid, :pmcid, :title, :journal, :published, :article_type, :license, :retraction, :text, :text_hash, :facts,
     :fetched_at, CASE WHEN :retraction <> 'unchecked' THEN :fetched_at::timestamptz END)
ON CONFLICT (id) DO UPDATE SET
    pmid = excluded.pmid, pmcid = excluded.pmcid, title = excluded.title, journal = excluded.journal,
    published = excluded.published, article_type = excluded.article_type, license = excluded.license,
    retraction = excluded.retraction, text = excluded.text, text_hash = excluded.text_hash, facts = excluded.facts,
    fetched_at = excluded.fetched_at, standing_asked_at = excluded.standing_asked_at,
    cut_by = CASE WHEN library_articles.text_hash = excluded.text_hash THEN library_articles.cut_by ELSE '' END;

-- name: load_version(id)^
SELECT text_hash FROM library_articles WHERE id = :id;

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

-- name: load_signs(model, ids)
SELECT passage_id AS id, binary_quantize(embedding)::text AS signs
FROM passage_embeddings
WHERE model = :model AND passage_id = ANY(:ids::text[]);

-- name: count_kinds(collection)
SELECT p.kind, count(*) AS passages, count(*) FILTER (WHERE a.retraction <> 'retracted') AS usable
FROM library_members AS m
JOIN library_articles AS a ON a.id = m.article_id
JOIN passages AS p ON p.article_id = a.id
WHERE m.collection = :collection
GROUP BY p.kind
ORDER BY p.kind;

-- name: count_vectors(collection, model)^
SELECT count(*) AS vectors
FROM library_members AS m
JOIN passages AS p ON p.article_id = m.article_id
JOIN passage_embeddings AS e ON e.passage_id = p.id AND e.model = :model
WHERE m.collection = :collection;

-- Data checks: each finds what breaks one rule among the libraries of a kind, as (collection, detail).

-- name: check_sections(collection)
-- Sections and marks of a text that lie outside it, are empty, or overlap.
WITH texts AS (
    SELECT a.id, a.facts, length(a.text) AS long
    FROM library_members AS m JOIN library_articles AS a ON a.id = m.article_id
    WHERE m.collection = :collection
),
sections AS (
    SELECT t.id, t.long, s.position, (s.value ->> 'start')::integer AS first,
        (s.value ->> 'end')::integer AS past
    FROM texts AS t
    CROSS JOIN LATERAL jsonb_array_elements(t.facts -> 'sections') WITH ORDINALITY AS s (value, position)
),
ordered AS (
    SELECT *, lag(past, 1, 0) OVER (PARTITION BY id ORDER BY position) AS before FROM sections
)
SELECT format('%%s: section %%s at %%s-%%s', id, position, first, past) AS detail
FROM ordered WHERE first < before OR past <= first OR past > long
UNION ALL
SELECT format('%%s: a reference at %%s of %%s', t.id, k.value ->> 'at', t.long)
FROM texts AS t CROSS JOIN LATERAL jsonb_array_elements(t.facts -> 'marks') AS k (value)
WHERE (k.value ->> 'at')::integer NOT BETWEEN 0 AND t.long
ORDER BY 1;

-- name: check_paragraphs(collection)
-- Paragraphs of more than 80 characters that stand twice in a text of a library; a PDF may print them twice.
SELECT format('%%s: "%%s…" stands %%s times', a.id, left(p.paragraph, 60), count(*)) AS detail
FROM library_members AS m
JOIN library_articles AS a ON a.id = m.article_id
CROSS JOIN LATERAL regexp_split_to_table(a.text, E'\n\n') AS p (paragraph)
WHERE m.collection = :collection AND length(p.paragraph) > 80 AND coalesce(a.facts ->> 'file', '') = ''
GROUP BY a.id, p.paragraph
HAVING count(*) > 1
ORDER BY 1;

-- name: check_licences(collection)
-- Full texts whose licence nobody stated; PDFs of one's own need none.
SELECT a.id || ' has no licence' AS detail
FROM library_members AS m
JOIN library_articles AS a ON a.id = m.article_id
WHERE m.collection = :collection AND a.facts ->> 'source' <> 'PubMed' AND a.license = ''
    AND coalesce(a.facts ->> 'file', '') = ''
ORDER BY 1;

-- name: check_standings(collection)
-- Articles with a PMID of which nobody was asked whether they are retracted.
SELECT a.id || ' was not checked' AS detail
FROM library_members AS m
JOIN library_articles AS a ON a.id = m.article_id
WHERE m.collection = :collection AND a.pmid <> '' AND a.retraction = 'unchecked'
ORDER BY 1;

-- name: check_passages(collection)
-- Passages whose id is not made of the words that stand at their place now, or that lie in no section of their text.
WITH texts AS MATERIALIZED (
    SELECT a.id, a.facts, a.text_hash, length(a.text) AS long,
        a.text_hash = left(encode(sha256(convert_to(a.text, 'UTF8')), 'hex'), 32) AS as_hashed
    FROM library_members AS m
    JOIN library_articles AS a ON a.id = m.article_id
    WHERE m.collection = :collection
)
SELECT format('%%s %%s-%%s of %%s', p.id, p.first, p.past, a.id) AS detail
FROM texts AS a JOIN passages AS p ON p.article_id = a.id
WHERE NOT a.as_hashed OR p.first < 0 OR p.past <= p.first OR p.past > a.long
    OR p.id <> left(encode(sha256(
        convert_to(a.id, 'UTF8') || '\x00'::bytea || convert_to(a.text_hash, 'UTF8') || '\x00'::bytea
        || convert_to(p.first::text, 'UTF8') || '\x00'::bytea || convert_to(p.past::text, 'UTF8')
    ), 'hex'), 16)
    OR NOT EXISTS (
        SELECT FROM jsonb_array_elements(a.facts -> 'sections') AS s (value)
        WHERE (s.value ->> 'start')::integer <= p.first AND (s.value ->> 'end')::integer >= p.past
    )
ORDER BY 1;

-- name: check_vectors(collection, model)
-- Vectors of the model that have another length than the commonest one, or are zero.
WITH own AS (
    SELECT e.passage_id, vector_dims(e.embedding) AS dimension,
        l2_norm(e.embedding) AS norm
    FROM library_members AS m
    JOIN passages AS p ON p.article_id = m.article_id
    JOIN passage_embeddings AS e ON e.passage_id = p.id AND e.model = :model
    WHERE m.collection = :collection
)
SELECT format('%%s: length %%s, norm %%s', passage_id, dimension, norm) AS detail
FROM own
WHERE dimension <> (SELECT mode() WITHIN GROUP (ORDER BY dimension) FROM own) OR norm = 0
ORDER BY 1;
