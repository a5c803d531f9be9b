-- What each candidate's evidence amounts to: grades, readings of trials, safety, score.

CREATE TABLE assessments (
    slug       text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    disease_id text NOT NULL,
    rank       integer NOT NULL CHECK (rank >= 1),  -- after the evidence
    total      double precision NOT NULL,
    assessment jsonb NOT NULL,
    PRIMARY KEY (slug, disease_id)
);
