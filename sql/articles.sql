-- Articles: bibliographic records, shared by all drugs.

-- name: load_to_fetch(ids, before)
SELECT wanted.id
FROM unnest(:ids::text[]) WITH ORDINALITY AS wanted (id, position)
WHERE NOT EXISTS (
    SELECT FROM articles AS a
    WHERE a.id = wanted.id AND a.fetched_at IS NOT NULL
      AND (:before::timestamptz IS NULL OR a.fetched_at >= :before)
)
GROUP BY wanted.id
ORDER BY min(wanted.position);

-- name: save(from_pubmed, articles)!
INSERT INTO articles (
    id, pmid, title, abstract, authors, journal, pub_date, published, entrez_date, mesh_terms, keywords,
    publication_types, doi, pmcid, nct_ids, corrections, retraction, text_hash, record, fetched_at
)
SELECT
    value ->> 'id',
    value ->> 'pmid',
    value ->> 'title',
    value ->> 'abstract',
    ARRAY(SELECT jsonb_array_elements_text(value -> 'authors')),
    value ->> 'journal',
    value ->> 'pub_date',
    (value ->> 'published')::date,
    (value ->> 'entrez_date')::date,
    ARRAY(SELECT heading ->> 'name' FROM jsonb_array_elements(value -> 'mesh_headings') AS heading),
    ARRAY(SELECT jsonb_array_elements_text(value -> 'keywords')),
    ARRAY(SELECT type ->> 'name' FROM jsonb_array_elements(value -> 'publication_types') AS type),
    value ->> 'doi',
    value ->> 'pmcid',
    ARRAY(SELECT jsonb_array_elements_text(value -> 'nct_ids')),
    value -> 'corrections',
    value ->> 'retraction',
    value ->> 'text_hash',
    value - 'title' - 'abstract' - 'retraction' - 'text_hash',
    CASE WHEN :from_pubmed THEN now() END
FROM jsonb_array_elements(:articles) AS given (value)
ORDER BY 1  -- one order for all writers: no deadlock
ON CONFLICT (id) DO UPDATE SET
    pmid = excluded.pmid,
    title = excluded.title,
    abstract = excluded.abstract,
    authors = excluded.authors,
    journal = excluded.journal,
    pub_date = excluded.pub_date,
    published = excluded.published,
    entrez_date = excluded.entrez_date,
    mesh_terms = excluded.mesh_terms,
    keywords = excluded.keywords,
    publication_types = excluded.publication_types,
    doi = excluded.doi,
    pmcid = excluded.pmcid,
    nct_ids = excluded.nct_ids,
    corrections = excluded.corrections,
    retraction = excluded.retraction,
    text_hash = excluded.text_hash,
    record = excluded.record,
    fetched_at = coalesce(excluded.fetched_at, articles.fetched_at);

-- name: load(ids)
SELECT id, record || jsonb_build_object('title', title, 'abstract', abstract) AS article
FROM articles
WHERE id = ANY (:ids);

-- name: load_fetched(ids)
SELECT id, fetched_at FROM articles
WHERE id = ANY (:ids);

-- name: save_bodies(ids, bodies, reader)!
INSERT INTO article_bodies (article_id, reader, body)
SELECT id, :reader, body FROM unnest(:ids::text[], :bodies::bytea[]) AS given (id, body)
ON CONFLICT (article_id) DO UPDATE SET reader = excluded.reader, body = excluded.body;

-- name: load_bodies(ids, reader)
SELECT article_id AS id, body FROM article_bodies
WHERE article_id = ANY (:ids) AND reader <> :reader
ORDER BY article_id;
