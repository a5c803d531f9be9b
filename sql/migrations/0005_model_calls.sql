-- What each call of a language model cost; the failed ones apart, so that none is ever replayed as an answer.
ALTER TABLE model_calls
    ADD COLUMN cache_read_tokens  integer NOT NULL DEFAULT 0,
    ADD COLUMN cache_write_tokens integer NOT NULL DEFAULT 0,
    ADD COLUMN cost               double precision,                 -- US dollars; null where unknown
    ADD COLUMN seconds            double precision NOT NULL DEFAULT 0,
    ADD COLUMN batched            boolean NOT NULL DEFAULT false;

CREATE TABLE failed_model_calls (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key                text NOT NULL,                               -- of the question; it may fail more than once
    provider           text NOT NULL,
    model              text NOT NULL,
    purpose            text NOT NULL,
    prompt_hash        text NOT NULL,
    failure            text NOT NULL,
    transient          boolean NOT NULL,
    stop_reason        text NOT NULL,
    input_tokens       integer NOT NULL,
    output_tokens      integer NOT NULL,
    cache_read_tokens  integer NOT NULL,
    cache_write_tokens integer NOT NULL,
    cost               double precision,
    seconds            double precision NOT NULL,
    batched            boolean NOT NULL,
    called_at          timestamptz NOT NULL DEFAULT now()
);

-- Batches handed over and not wholly collected: a run that was killed collects them instead of paying twice.
CREATE TABLE model_batches (
    batch_id text PRIMARY KEY,
    provider text NOT NULL,
    model    text NOT NULL,
    keys     text[] NOT NULL,
    sent_at  timestamptz NOT NULL DEFAULT now()
);
