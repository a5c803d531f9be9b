-- The matrix: every drug the source knows against every disease, by the rules on candidates and without any literature.
-- It stands apart from the workspace's own drugs: most of its drugs were never run here.

-- What the matrix is made from, and how far it is; at most one row.
CREATE TABLE matrix_build (
    id           boolean PRIMARY KEY DEFAULT true CHECK (id),
    basis        text NOT NULL,                     -- fingerprint of rules, settings and release
    data_version text NOT NULL,
    drugs        integer NOT NULL,                  -- to be scored
    started_at   timestamptz NOT NULL DEFAULT now(),
    finished_at  timestamptz
);

CREATE TABLE matrix_drugs (
    id        text PRIMARY KEY,                     -- ChEMBL id
    name      text NOT NULL,
    names     text[] NOT NULL,                      -- all names to look it up by, in lower case
    basis     text NOT NULL,                        -- of the build that scored it
    scored_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX matrix_drugs_names ON matrix_drugs USING gin (names);

CREATE TABLE matrix_diseases (
    id    text PRIMARY KEY,
    name  text NOT NULL,
    names text[] NOT NULL                           -- as above
);
CREATE INDEX matrix_diseases_names ON matrix_diseases USING gin (names);

-- Every place of both lists, also those a run would cut off.
CREATE TABLE matrix_places (
    drug_id    text NOT NULL REFERENCES matrix_drugs ON DELETE CASCADE,
    disease_id text NOT NULL REFERENCES matrix_diseases,
    listed     text NOT NULL CHECK (listed IN ('tried', 'new')),
    rank       integer NOT NULL CHECK (rank > 0),
    score      double precision NOT NULL CHECK (score BETWEEN 0 AND 1),
    own        double precision NOT NULL CHECK (own BETWEEN 0 AND 1),
    odds       text,                                -- OddsBand
    stage      text,                                -- ClinicalStage, where it was tried
    paths      text[] NOT NULL,
    PRIMARY KEY (drug_id, listed, rank)
);
CREATE INDEX matrix_places_disease ON matrix_places (disease_id, listed, rank);
