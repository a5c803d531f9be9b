-- What each run did for each subject, and for whom a language model was called: what `scout costs` adds up.
ALTER TABLE model_calls
    ADD COLUMN run     text NOT NULL DEFAULT '',      -- Dagster's id of the run; empty outside of one
    ADD COLUMN subject text NOT NULL DEFAULT '';      -- a drug's slug, or a collection's key

ALTER TABLE failed_model_calls
    ADD COLUMN run     text NOT NULL DEFAULT '',
    ADD COLUMN subject text NOT NULL DEFAULT '';

-- One row for each stage that did something; nothing is written where all was known.
CREATE TABLE work_done (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run      text NOT NULL,
    subject  text NOT NULL,
    stage    text NOT NULL,
    requests integer NOT NULL,
    cached   integer NOT NULL,
    retries  integer NOT NULL,
    vectors  integer NOT NULL,
    embedder text NOT NULL,                           -- who made the vectors; empty without any
    seconds  double precision NOT NULL,
    ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON work_done (subject, run);
