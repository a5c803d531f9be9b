-- Questions over the literature: libraries of full texts, their passages and vectors, and conversations over them.

CREATE TABLE library_articles (
    id           text PRIMARY KEY,                  -- PMC id, else PMID
    pmid         text NOT NULL DEFAULT '',
    pmcid        text NOT NULL DEFAULT '',
    title        text NOT NULL,
    journal      text NOT NULL DEFAULT '',
    published    date,
    article_type text NOT NULL DEFAULT '',
    license      text NOT NULL DEFAULT '',
    retraction   text NOT NULL,
    text         text NOT NULL,
    text_hash    text NOT NULL,
    facts        jsonb NOT NULL,                    -- LibraryArticle without its text
    fetched_at   timestamptz NOT NULL
);
CREATE INDEX library_articles_pmid ON library_articles (pmid) WHERE pmid <> '';

CREATE TABLE collections (
    name       text PRIMARY KEY,
    queries    text[] NOT NULL DEFAULT '{}',
    updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE library_members (
    collection text NOT NULL REFERENCES collections ON DELETE CASCADE,
    article_id text NOT NULL REFERENCES library_articles ON DELETE CASCADE,
    PRIMARY KEY (collection, article_id)
);
CREATE INDEX library_members_article ON library_members (article_id);

-- What was asked for and could not be had, so that a second run does not ask again before it has aged.
CREATE TABLE library_missing (
    collection text NOT NULL REFERENCES collections ON DELETE CASCADE,
    id         text NOT NULL,
    reason     text NOT NULL,
    asked_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (collection, id)
);

CREATE TABLE passages (
    id            text PRIMARY KEY,
    article_id    text NOT NULL REFERENCES library_articles ON DELETE CASCADE,
    position      integer NOT NULL,
    kind          text NOT NULL,
    section       text NOT NULL,
    first         integer NOT NULL,                 -- characters of the article's text: from
    past          integer NOT NULL,                 -- up to, exclusive
    tells_finding boolean NOT NULL
);
CREATE INDEX passages_article ON passages (article_id, position);

CREATE TABLE passage_embeddings (
    passage_id text NOT NULL REFERENCES passages ON DELETE CASCADE,
    model      text NOT NULL,
    embedding  halfvec NOT NULL,
    PRIMARY KEY (passage_id, model)
);
ALTER TABLE passage_embeddings ALTER COLUMN embedding SET STORAGE PLAIN;

CREATE TABLE conversations (
    id         text PRIMARY KEY,
    collection text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
);

-- A turn is written whole, with its sources, in one transaction.
CREATE TABLE conversation_turns (
    conversation_id text NOT NULL REFERENCES conversations ON DELETE CASCADE,
    number          integer NOT NULL,
    question        text NOT NULL,
    standalone      text NOT NULL,
    answer          jsonb NOT NULL,                 -- Answer
    created_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (conversation_id, number)
);

-- The number a paper has in a conversation, for ever.
CREATE TABLE conversation_sources (
    conversation_id text NOT NULL REFERENCES conversations ON DELETE CASCADE,
    article_id      text NOT NULL,
    number          integer NOT NULL,
    PRIMARY KEY (conversation_id, article_id),
    UNIQUE (conversation_id, number)
);
