-- The first schema. Runs with search_path set to the workspace's own schema, the `vector` extension in `public`.
-- Values that are read whole (facts, components) are jsonb in the shape of the domain's models; what SQL filters or
-- joins on has a column of its own.

CREATE TABLE drugs (
    slug          text PRIMARY KEY,                 -- Dagster partition key
    query         text NOT NULL,                    -- the name the user gave
    active        boolean NOT NULL DEFAULT true,    -- on the watch list
    chembl_id     text,
    name          text,
    maximum_stage text,
    withdrawn     boolean,
    profile       jsonb,                            -- DrugProfile without synonyms and targets
    data_version  text,
    added_at      timestamptz NOT NULL DEFAULT now(),
    updated_at    timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE drug_synonyms (
    slug     text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    position integer NOT NULL,
    label    text NOT NULL,
    kind     text NOT NULL,
    source   text NOT NULL,
    PRIMARY KEY (slug, position)
);

CREATE TABLE drug_targets (
    slug        text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    position    integer NOT NULL,
    ensembl_id  text NOT NULL,
    symbol      text NOT NULL,
    action_type text,
    mechanism   text NOT NULL DEFAULT '',
    PRIMARY KEY (slug, position)
);

CREATE TABLE diseases (
    id         text PRIMARY KEY,
    name       text NOT NULL,
    disease    jsonb NOT NULL,                      -- Disease
    updated_at timestamptz NOT NULL DEFAULT now()
);

-- What each path found, before merging.
CREATE TABLE path_findings (
    slug       text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    path       text NOT NULL CHECK (path IN ('target', 'class')),
    position   integer NOT NULL,
    disease_id text NOT NULL,
    score      double precision NOT NULL CHECK (score BETWEEN 0 AND 1),
    finding    jsonb NOT NULL,                      -- PathFinding
    PRIMARY KEY (slug, path, disease_id)
);

CREATE TABLE candidates (
    slug       text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    disease_id text NOT NULL REFERENCES diseases,
    position   integer NOT NULL,                    -- order of the whole list, set-aside ones last
    rank       integer CHECK (rank > 0),            -- NULL for what is set aside
    score      double precision NOT NULL CHECK (score BETWEEN 0 AND 1),
    approval   text NOT NULL,
    set_aside  text,
    dual_path  boolean NOT NULL,
    candidate  jsonb NOT NULL,                      -- Candidate without its disease
    PRIMARY KEY (slug, disease_id),
    CHECK ((rank IS NULL) = (set_aside IS NOT NULL))
);
CREATE UNIQUE INDEX candidates_rank ON candidates (slug, rank) WHERE rank IS NOT NULL;

CREATE TABLE normalized_names (
    disease_id  text PRIMARY KEY,
    term        text NOT NULL,
    mesh_id     text,
    method      text NOT NULL,
    confidence  double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    name        jsonb NOT NULL,                     -- NormalizedName
    fingerprint text NOT NULL,                      -- of everything the answer depends on
    updated_at  timestamptz NOT NULL DEFAULT now()
);

-- Every search as it was made.
CREATE TABLE search_queries (
    slug        text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    source      text NOT NULL,
    position    integer NOT NULL,                   -- a pair may need more than one search
    disease_id  text NOT NULL,
    query       text NOT NULL,
    translation text NOT NULL DEFAULT '',
    ids         text[] NOT NULL,                    -- in the source's order
    total       integer NOT NULL,
    warnings    text[] NOT NULL DEFAULT '{}',
    state       text NOT NULL,
    reason      text NOT NULL DEFAULT '',
    searched_at timestamptz NOT NULL,
    PRIMARY KEY (slug, source, position)
);

CREATE TABLE articles (
    pmid              text PRIMARY KEY,
    title             text NOT NULL,
    abstract          text NOT NULL DEFAULT '',
    authors           text[] NOT NULL DEFAULT '{}',
    journal           text NOT NULL DEFAULT '',
    pub_date          text NOT NULL DEFAULT '',     -- as printed
    published         date,
    entrez_date       date,
    mesh_terms        text[] NOT NULL DEFAULT '{}',
    keywords          text[] NOT NULL DEFAULT '{}',
    publication_types text[] NOT NULL DEFAULT '{}',
    doi               text,
    pmcid             text,
    nct_ids           text[] NOT NULL DEFAULT '{}',
    corrections       jsonb NOT NULL DEFAULT '[]',
    retraction        text NOT NULL,
    text_hash         text NOT NULL,
    record            jsonb NOT NULL,               -- Article without title and abstract
    fetched_at        timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX articles_nct_ids ON articles USING gin (nct_ids);

-- One vector per article, model and text version. `halfvec` without a dimension: each model has its own. Stored plain,
-- so a vector is read with its row; a row must fit a page, which limits vectors to about 4,000 dimensions.
CREATE TABLE embeddings (
    pmid      text NOT NULL REFERENCES articles ON DELETE CASCADE,
    model     text NOT NULL,
    text_hash text NOT NULL,
    embedding halfvec NOT NULL,
    made_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (pmid, model, text_hash)
);
ALTER TABLE embeddings ALTER COLUMN embedding SET STORAGE PLAIN;

CREATE TABLE query_embeddings (
    model     text NOT NULL,
    text_hash text NOT NULL,
    query     text NOT NULL,
    embedding halfvec NOT NULL,
    PRIMARY KEY (model, text_hash)
);

CREATE TABLE ranked_evidence (
    slug       text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    disease_id text NOT NULL,
    position   integer NOT NULL,
    pmid       text NOT NULL REFERENCES articles,
    rank       integer,
    score      double precision NOT NULL,
    in_top_k   boolean NOT NULL,
    ranked     jsonb NOT NULL,                      -- RankedArticle
    PRIMARY KEY (slug, disease_id, pmid)
);

CREATE TABLE trials (
    nct_id     text PRIMARY KEY,
    title      text NOT NULL,
    status     text NOT NULL,
    phases     text[] NOT NULL DEFAULT '{}',
    enrollment integer,
    trial      jsonb NOT NULL,                      -- Trial
    fetched_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE candidate_trials (
    slug       text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    disease_id text NOT NULL,
    position   integer NOT NULL,
    nct_id     text NOT NULL REFERENCES trials,
    match      jsonb NOT NULL,                      -- TrialMatch without the trial
    PRIMARY KEY (slug, disease_id, nct_id)
);

CREATE TABLE syntheses (
    slug       text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    disease_id text NOT NULL,
    kind       text NOT NULL CHECK (kind IN ('literature', 'trials')),
    synthesis  jsonb NOT NULL,                      -- Synthesis without its statements
    PRIMARY KEY (slug, disease_id, kind)
);

CREATE TABLE statements (
    slug         text NOT NULL,
    disease_id   text NOT NULL,
    kind         text NOT NULL,
    position     integer NOT NULL,
    text         text NOT NULL,
    polarity     text NOT NULL,
    polarity_cue text NOT NULL DEFAULT '',
    PRIMARY KEY (slug, disease_id, kind, position),
    FOREIGN KEY (slug, disease_id, kind) REFERENCES syntheses ON DELETE CASCADE
);

CREATE TABLE citations (
    slug          text NOT NULL,
    disease_id    text NOT NULL,
    kind          text NOT NULL,
    position      integer NOT NULL,                 -- of the statement
    number        integer NOT NULL,                 -- within the statement
    evidence_kind text NOT NULL CHECK (evidence_kind IN ('article', 'trial')),
    evidence_id   text NOT NULL,
    field         text NOT NULL,
    start_char    integer NOT NULL CHECK (start_char >= 0),
    end_char      integer NOT NULL CHECK (end_char > start_char),
    quote         text NOT NULL,
    PRIMARY KEY (slug, disease_id, kind, position, number),
    FOREIGN KEY (slug, disease_id, kind, position) REFERENCES statements ON DELETE CASCADE
);

CREATE TABLE reports (
    slug        text PRIMARY KEY REFERENCES drugs ON DELETE CASCADE,
    fingerprint text NOT NULL,                      -- of the report's content
    report      json NOT NULL,                      -- EvidenceReport; json, not jsonb, keeps the order of its keys
    html_path   text NOT NULL,
    built_at    timestamptz NOT NULL
);

-- Every call of a language model, keyed by all it depends on.
CREATE TABLE model_calls (
    key           text PRIMARY KEY,
    provider      text NOT NULL,
    model         text NOT NULL,
    purpose       text NOT NULL,
    prompt_hash   text NOT NULL,
    answer        text NOT NULL,
    stop_reason   text NOT NULL,
    input_tokens  integer NOT NULL,
    output_tokens integer NOT NULL,
    called_at     timestamptz NOT NULL DEFAULT now()
);

-- The sources' answers, replaced with the stage that asked.
CREATE TABLE source_outcomes (
    slug       text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    stage      text NOT NULL,
    position   integer NOT NULL,
    source     text NOT NULL,
    state      text NOT NULL,
    disease_id text,
    outcome    jsonb NOT NULL,                      -- SourceOutcome
    PRIMARY KEY (slug, stage, position)
);

-- What each stage last did for each drug: the fingerprints that make a second run free.
CREATE TABLE stage_runs (
    slug         text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    stage        text NOT NULL,
    inputs       text NOT NULL,                     -- fingerprint of all inputs
    outputs      text NOT NULL,                     -- fingerprint of what was written
    code_version text NOT NULL DEFAULT '',
    status       text NOT NULL CHECK (status IN ('ok', 'degraded', 'failed')),
    reason       text NOT NULL DEFAULT '',
    transient    boolean NOT NULL DEFAULT false,    -- a failure that may pass by itself
    facts        jsonb NOT NULL DEFAULT '{}',       -- counts shown as metadata
    preview      text NOT NULL DEFAULT '',          -- Markdown shown on the partition
    due_at       timestamptz,                       -- when a source must be asked again; NULL: only when inputs change
    finished_at  timestamptz NOT NULL,
    PRIMARY KEY (slug, stage)
);
