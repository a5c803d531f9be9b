-- Evidence from every source: an article is keyed by its PMID only where it has one, each pair has a pool of articles
-- of its own, and what was learned about them and about the drug gets its tables.

ALTER TABLE articles RENAME COLUMN pmid TO id;
ALTER TABLE articles ADD COLUMN pmid text;              -- NULL where PubMed has no record
UPDATE articles SET pmid = id;
-- When PubMed's own record was read; NULL where only other sources' records were.
ALTER TABLE articles ALTER COLUMN fetched_at DROP NOT NULL, ALTER COLUMN fetched_at DROP DEFAULT;
ALTER TABLE embeddings RENAME COLUMN pmid TO article_id;
ALTER TABLE ranked_evidence RENAME COLUMN pmid TO article_id;

-- The articles found for a pair, each once whatever found it.
CREATE TABLE candidate_articles (
    slug       text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    disease_id text NOT NULL,
    position   integer NOT NULL,                    -- in the order of the sources and of their answers
    article_id text NOT NULL REFERENCES articles,
    found_by   text[] NOT NULL,                     -- keys of the catalogue's entries
    origins    jsonb NOT NULL DEFAULT '[]',         -- Origin of each record this drug's searches brought
    superseded boolean NOT NULL DEFAULT false,      -- an older version of a Cochrane review that was found as well
    PRIMARY KEY (slug, disease_id, article_id)
);

-- The standing of each article a drug's report may rest on.
CREATE TABLE retraction_checks (
    slug       text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    article_id text NOT NULL REFERENCES articles,
    status     text NOT NULL,
    checked    jsonb NOT NULL,                      -- RetractionCheck
    PRIMARY KEY (slug, article_id)
);

CREATE TABLE full_texts (
    article_id text PRIMARY KEY REFERENCES articles ON DELETE CASCADE,
    source     text NOT NULL,
    text       text NOT NULL,
    sections   jsonb NOT NULL,                      -- TextSection: offsets into the text
    chunks     jsonb NOT NULL,                      -- TextChunk
    facts      jsonb NOT NULL,                      -- FullText without text, sections and chunks
    text_hash  text NOT NULL,                       -- of the article's text it was fetched for
    fetched_at timestamptz NOT NULL
);

CREATE TABLE drug_labels (
    slug      text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    position  integer NOT NULL,
    source    text NOT NULL,
    set_id    text NOT NULL,
    effective date,
    label     jsonb NOT NULL,                       -- Label
    PRIMARY KEY (slug, position)
);

-- What is shown about a drug or a candidate beside the evidence, one row per kind.
CREATE TABLE drug_notes (
    slug  text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    kind  text NOT NULL CHECK (kind IN ('adverse_events', 'label_indications', 'references', 'web_pages')),
    notes jsonb NOT NULL,
    PRIMARY KEY (slug, kind)
);
