-- Every different report on a drug, so that two runs can be compared; the oldest go first.

CREATE TABLE report_versions (
    slug        text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    fingerprint text NOT NULL,
    report      json NOT NULL,                      -- EvidenceReport
    built_at    timestamptz NOT NULL,
    saved_at    timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (slug, fingerprint)
);

INSERT INTO report_versions (slug, fingerprint, report, built_at, saved_at)
SELECT slug, fingerprint, report, built_at, built_at FROM reports;
