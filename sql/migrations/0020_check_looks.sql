-- What a check that reads record by record found of a subject, and of which state: a run reads only what changed since.
-- No check's evidence: rows of a subject that is gone are passed over.
CREATE TABLE check_looks (
    check_name text NOT NULL,
    subject    text NOT NULL,                       -- Subject.key
    state      text NOT NULL,                       -- of its stages when it was looked at
    offences   jsonb NOT NULL,                      -- [[name, detail], ...]
    PRIMARY KEY (check_name, subject)
);
