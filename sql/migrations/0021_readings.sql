-- What articles say, read once: one row for each version of a text, pair of a drug and a disease under all their names,
-- and reader, whatever drug asked first; and which of these readings are a candidate's evidence.
CREATE TABLE article_readings (
    text_version text NOT NULL,
    pair         text NOT NULL,                     -- PairNames.key
    reader       text NOT NULL,                     -- ReaderId.key
    reading      jsonb NOT NULL,                    -- ArticleReading
    read_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (text_version, pair, reader)
);

CREATE TABLE candidate_readings (
    slug         text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    disease_id   text NOT NULL,
    position     integer NOT NULL,                  -- by rank, retracted articles last
    text_version text NOT NULL,
    pair         text NOT NULL,
    reader       text NOT NULL,
    PRIMARY KEY (slug, disease_id, position),
    FOREIGN KEY (text_version, pair, reader) REFERENCES article_readings
);

-- What is read of a candidate's other records: trials' outcomes, guidelines, full texts.
CREATE TABLE record_readings (
    slug       text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    disease_id text NOT NULL,
    reading    jsonb NOT NULL,                      -- RecordReadings
    PRIMARY KEY (slug, disease_id)
);
