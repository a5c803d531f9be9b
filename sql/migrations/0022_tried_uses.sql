-- Diseases in which people were given the drug by the registry and by articles, asked for by the drug alone.
CREATE TABLE tried_uses (
    slug       text NOT NULL REFERENCES drugs ON DELETE CASCADE,
    disease_id text NOT NULL,
    use        jsonb NOT NULL,                      -- Indication
    PRIMARY KEY (slug, disease_id)
);
