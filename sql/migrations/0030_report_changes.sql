-- What changed between the reports of a drug, kept from the run that brought it: for feeds, digests and the page of changes.
CREATE TABLE report_changes (
    id        text PRIMARY KEY,
    drug      text NOT NULL,
    kind      text NOT NULL,
    record    text NOT NULL,
    diseases  text [] NOT NULL,
    sentence  text NOT NULL,
    address   text NOT NULL,
    noted_at  timestamptz NOT NULL,
    sent_at   timestamptz
);
CREATE INDEX report_changes_by_drug ON report_changes (drug, noted_at);

-- Until when a reader has looked at the changes of a drug.
CREATE TABLE changes_seen (
    drug     text PRIMARY KEY,
    seen_at  timestamptz NOT NULL
);
