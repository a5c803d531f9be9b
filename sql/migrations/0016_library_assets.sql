-- Libraries as assets: a drug's own library beside the named collections, what fills each, and which rules cut a text.

ALTER TABLE collections
    ADD COLUMN kind text NOT NULL DEFAULT 'collection',   -- or 'drug': the library of a drug, named drug:SLUG
    ADD COLUMN folders text[] NOT NULL DEFAULT '{}',      -- folders of JATS files
    ADD COLUMN drugs text[] NOT NULL DEFAULT '{}',        -- slugs of drugs whose articles belong to it
    ADD COLUMN most integer NOT NULL DEFAULT 9999,        -- articles of a query
    ADD COLUMN vectors boolean NOT NULL DEFAULT true;     -- whether all its passages are to have one

-- The ids that belong to a collection. Those of a query stay when the query is asked again for what is new.
CREATE TABLE library_wanted (
    collection text NOT NULL REFERENCES collections ON DELETE CASCADE,
    id         text NOT NULL,                             -- PMC id or PMID
    query      text,                                      -- that found it; NULL: the id was given
    PRIMARY KEY (collection, id)
);
INSERT INTO library_wanted (collection, id)
SELECT m.collection, m.article_id FROM library_members AS m WHERE m.article_id ~ '^(PMC)?[0-9]+$';

-- When a query was last answered whole: only what has come since is asked for again.
CREATE TABLE library_queries (
    collection text NOT NULL REFERENCES collections ON DELETE CASCADE,
    query      text NOT NULL,
    asked_on   date NOT NULL,
    total      integer NOT NULL,                          -- articles it had found by then, all of them read
    PRIMARY KEY (collection, query)
);

ALTER TABLE library_articles
    ADD COLUMN cut_by text NOT NULL DEFAULT '',           -- version of the rules that cut its passages; '': none yet
    ADD COLUMN standing_asked_at timestamptz;             -- when somebody was asked whether it is retracted
UPDATE library_articles SET cut_by = '1' WHERE EXISTS (SELECT FROM passages AS p WHERE p.article_id = library_articles.id);
UPDATE library_articles SET standing_asked_at = fetched_at WHERE retraction <> 'unchecked';
