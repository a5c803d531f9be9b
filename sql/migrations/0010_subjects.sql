-- Stages run for any subject, of which a drug is one kind. A subject's key is a drug's slug, or `kind:name` of another
-- kind; no slug has a colon. `slug` follows from the key where the subject is a drug, whose rows still go with it.

ALTER TABLE stage_runs DROP CONSTRAINT stage_runs_slug_fkey;
ALTER TABLE stage_runs RENAME COLUMN slug TO subject;
ALTER TABLE stage_runs
    ADD COLUMN slug text GENERATED ALWAYS AS (CASE WHEN strpos(subject, ':') = 0 THEN subject END) STORED
    REFERENCES drugs ON DELETE CASCADE;
CREATE INDEX stage_runs_slug ON stage_runs (slug, stage);

ALTER TABLE source_outcomes DROP CONSTRAINT source_outcomes_slug_fkey;
ALTER TABLE source_outcomes RENAME COLUMN slug TO subject;
ALTER TABLE source_outcomes
    ADD COLUMN slug text GENERATED ALWAYS AS (CASE WHEN strpos(subject, ':') = 0 THEN subject END) STORED
    REFERENCES drugs ON DELETE CASCADE;
CREATE INDEX source_outcomes_slug ON source_outcomes (slug, stage);
