-- Places of what is not an article: trials, label mentions and web pages, each within its source.

CREATE TABLE ranked_records (
    slug       text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    disease_id text NOT NULL,
    source     text NOT NULL,                       -- key of the catalogue's entry
    rank       integer NOT NULL CHECK (rank > 0),   -- within source and pair
    record_id  text NOT NULL,                       -- NCT id, label:section:start, URL
    score      double precision NOT NULL CHECK (score BETWEEN 0 AND 1),
    passed     boolean NOT NULL,
    ranked     jsonb NOT NULL,                      -- RankedRecord
    PRIMARY KEY (slug, disease_id, source, rank),
    UNIQUE (slug, disease_id, source, record_id)
);
