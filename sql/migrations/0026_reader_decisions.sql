-- What readers decided on candidates and their records. No reference to drugs or candidates: a decision survives the next
-- run, and a candidate that left the list.
CREATE TABLE reader_decisions (
    drug       text NOT NULL,
    disease_id text NOT NULL,
    disease    text NOT NULL,
    record     text NOT NULL DEFAULT '',            -- '': of the candidate itself
    verdict    text NOT NULL,
    reason     text NOT NULL DEFAULT '',
    decided_by text NOT NULL DEFAULT '',
    decided_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (drug, disease_id, record)
);
