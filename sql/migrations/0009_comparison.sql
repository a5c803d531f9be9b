-- What a comparison of hundreds of drugs reads: small columns, so that neither assessments nor reports are read whole.

-- Ids of the candidates a report shows, in its order: the third is its #candidate-3.
ALTER TABLE reports ADD COLUMN shown text[] NOT NULL DEFAULT '{}';
UPDATE reports SET shown = ARRAY(
    SELECT value #>> '{candidate,disease,id}'
    FROM json_array_elements(report -> 'candidates') WITH ORDINALITY AS given (value, position)
    ORDER BY (value #>> '{assessment,rank}')::integer NULLS LAST, position
);

-- Counted grades as in Assessment.counted; a test holds both to the same.
ALTER TABLE assessments
    ADD COLUMN stage text GENERATED ALWAYS AS (assessment #>> '{stage,stage}') STORED,
    ADD COLUMN supports integer GENERATED ALWAYS AS (jsonb_array_length(jsonb_path_query_array(assessment,
        '$.grades[*] ? (@.counts == true && @.level != null && @.deferred == "" && @.polarity == "supports")'
    ))) STORED,
    ADD COLUMN contradicts integer GENERATED ALWAYS AS (jsonb_array_length(jsonb_path_query_array(assessment,
        '$.grades[*] ? (@.counts == true && @.level != null && @.deferred == "" && @.polarity == "contradicts")'
    ))) STORED,
    ADD COLUMN harm integer GENERATED ALWAYS AS (jsonb_array_length(jsonb_path_query_array(assessment,
        '$.grades[*] ? (@.counts == true && @.level != null && @.deferred == "" && @.polarity == "harm")'
    ))) STORED,
    ADD COLUMN harm_known boolean GENERATED ALWAYS AS (
        jsonb_path_exists(assessment, '$.harms[*] ? (@.about_disease == true)')
    ) STORED;
