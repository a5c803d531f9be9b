-- What a cross-encoder said about a set of documents, so that it is asked once.

CREATE TABLE cross_scores (
    query_hash text NOT NULL,                       -- SHA-256 of the query, first 32 hex digits
    model      text NOT NULL,                       -- with its version
    candidates text NOT NULL,                       -- hash of the documents' text hashes, whatever their order
    query      text NOT NULL,
    scores     jsonb NOT NULL,                      -- by text hash, 0 to 1
    made_at    timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (query_hash, model, candidates)
);
