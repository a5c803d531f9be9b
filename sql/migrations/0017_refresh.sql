-- What makes a drug due besides age and failures, records as PubMed sent them, and models as part of a stage's record.

-- What a look at the sources found that the drug's rows do not show yet. Spent when the stage has run after it.
CREATE TABLE refresh_causes (
    slug     text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    stage    text NOT NULL,                         -- that has to ask its sources again
    kind     text NOT NULL,                         -- RefreshKind
    detail   text NOT NULL,                         -- one sentence
    found_at timestamptz NOT NULL,
    PRIMARY KEY (slug, stage, kind)
);

-- When the sources were last looked at for a drug.
CREATE TABLE refresh_looks (
    slug      text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    kind      text NOT NULL,
    looked_at timestamptz NOT NULL,
    PRIMARY KEY (slug, kind)
);

-- Fingerprint of the models and prompts a stage worked with; NULL where it was recorded before there was one.
ALTER TABLE stage_runs ADD COLUMN made_with text;

-- Drugs of the file of drugs: one that leaves the file leaves the watch list; those added otherwise stay.
ALTER TABLE drugs ADD COLUMN of_file boolean NOT NULL DEFAULT false;

-- PubMed's records as sent, packed by zlib and without their reference lists, so that a changed reader reads them again
-- without asking. `reader` is the version that last read it.
CREATE TABLE article_bodies (
    article_id text PRIMARY KEY REFERENCES articles ON DELETE CASCADE,
    reader     text NOT NULL,
    body       bytea NOT NULL
);
ALTER TABLE article_bodies ALTER COLUMN body SET STORAGE EXTERNAL;  -- packed already

-- Of records read before, only what the reader of that time saw is known: they are fetched once more.
UPDATE articles SET fetched_at = 'epoch' WHERE fetched_at IS NOT NULL;
