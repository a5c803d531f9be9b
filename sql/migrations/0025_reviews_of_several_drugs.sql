-- A review of several drugs is a study of the pair, as in Assessment.counted; a test holds both to the same.

CREATE FUNCTION studies_of_pair(assessment jsonb, polarity text) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN jsonb_array_length(jsonb_path_query_array(assessment,
        '$.grades[*] ? (@.counts == true && @.level != null && @.deferred == "" && @.polarity == $polarity
            && (@.directness.drug == "this drug" || @.directness.drug == "in combination"
                || @.directness.drug == "among several drugs"
                || @.directness.drug == "not told whether alone"
                || @.directness.drug == "only compared with")
            && (@.directness.disease == "this disease" || @.directness.disease == "a narrower disease"))',
        jsonb_build_object('polarity', polarity)));

ALTER TABLE assessments DROP COLUMN supports, DROP COLUMN contradicts, DROP COLUMN harm;
ALTER TABLE assessments
    ADD COLUMN supports integer GENERATED ALWAYS AS (studies_of_pair(assessment, 'supports')) STORED,
    ADD COLUMN contradicts integer GENERATED ALWAYS AS (studies_of_pair(assessment, 'contradicts')) STORED,
    ADD COLUMN harm integer GENERATED ALWAYS AS (studies_of_pair(assessment, 'harm')) STORED;
