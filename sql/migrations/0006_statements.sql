-- Statements say how strong their quoted words are and whose effect they tell; citations say how the record was cited.

ALTER TABLE statements
    ADD COLUMN strength text NOT NULL DEFAULT 'none stated',
    ADD COLUMN basis    text NOT NULL DEFAULT 'this drug';

ALTER TABLE citations
    ADD COLUMN title   text NOT NULL DEFAULT '',
    ADD COLUMN year    integer,
    ADD COLUMN journal text NOT NULL DEFAULT '',
    DROP CONSTRAINT citations_evidence_kind_check,
    ADD CONSTRAINT citations_evidence_kind_check CHECK (evidence_kind IN ('article', 'trial', 'label'));
