-- Labels in full: documents, sections, fact spans, pictures and names of drugs, for questions over labels.
-- A document's rows go with it; a span's text is the section's from start_at to end_at.

CREATE TABLE label_documents (
    id text PRIMARY KEY,
    drug text NOT NULL,
    form text NOT NULL CHECK (form IN ('spl', 'pdf')),
    region text NOT NULL,
    source text NOT NULL,
    version text NOT NULL,
    effective date,
    title text NOT NULL,
    url text NOT NULL,
    sha256 text NOT NULL,
    cut_by text NOT NULL
);
CREATE INDEX label_documents_drug ON label_documents (drug);

CREATE TABLE label_sections (
    document text NOT NULL REFERENCES label_documents ON DELETE CASCADE,
    ordinal integer NOT NULL,
    parent integer,
    depth integer NOT NULL,
    number text NOT NULL,
    title text NOT NULL,
    code text NOT NULL,
    category text NOT NULL,
    method text NOT NULL CHECK (method IN ('code', 'number', 'title', 'inherited', 'none')),
    flag text NOT NULL,
    page integer,
    text text NOT NULL,
    PRIMARY KEY (document, ordinal)
);
CREATE INDEX label_sections_category ON label_sections (document, category);

CREATE TABLE label_spans (
    document text NOT NULL,
    section integer NOT NULL,
    ordinal integer NOT NULL,
    start_at integer NOT NULL,
    end_at integer NOT NULL CHECK (end_at > start_at),
    text text NOT NULL,
    form text NOT NULL CHECK (form IN ('sentence', 'bullet', 'table_row', 'caption', 'title')),
    attributes text[] NOT NULL,
    assertion text NOT NULL CHECK (assertion IN ('fact', 'conditional', 'negated', 'not_established')),
    facts jsonb NOT NULL,
    words tsvector GENERATED ALWAYS AS (to_tsvector('simple', text)) STORED,
    PRIMARY KEY (document, section, ordinal),
    FOREIGN KEY (document, section) REFERENCES label_sections ON DELETE CASCADE
);
CREATE INDEX label_spans_attributes ON label_spans USING gin (attributes);
CREATE INDEX label_spans_words ON label_spans USING gin (words);

CREATE TABLE label_pictures (
    document text NOT NULL,
    ordinal integer NOT NULL,
    section integer NOT NULL,
    kind text NOT NULL CHECK (kind IN ('structure', 'graph', 'package', 'other')),
    picture jsonb NOT NULL,
    bytes bytea,
    PRIMARY KEY (document, ordinal),
    FOREIGN KEY (document, section) REFERENCES label_sections ON DELETE CASCADE
);

CREATE TABLE label_aliases (
    document text NOT NULL REFERENCES label_documents ON DELETE CASCADE,
    drug text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('generic', 'brand', 'salt', 'component')),
    PRIMARY KEY (document, name, kind)
);
