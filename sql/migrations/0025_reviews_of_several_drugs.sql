-- A review of several drugs is a study of the pair, as in Assessment.counted; a test holds both to the same.

ALTER TABLE assessments DROP COLUMN supports, DROP COLUMN contradicts, DROP COLUMN harm;
ALTER TABLE assessments
    ADD COLUMN supports integer GENERATED ALWAYS AS (jsonb_array_length(jsonb_path_query_array(assessment,
        '$.grades[*] ? (@.counts == true && @.level != null && @.deferred == "" && @.polarity == "supports"
            && (@.directness.drug == "this drug" || @.directness.drug == "in combination"
                || @.directness.drug == "among several drugs"
                || @.directness.drug == "not told whether alone"
                || @.directness.drug == "only compared with")
            && (@.directness.disease == "this disease" || @.directness.disease == "a narrower disease"))'
    ))) STORED,
    ADD COLUMN contradicts integer GENERATED ALWAYS AS (jsonb_array_length(jsonb_path_query_array(assessment,
        '$.grades[*] ? (@.counts == true && @.level != null && @.deferred == "" && @.polarity == "contradicts"
            && (@.directness.drug == "this drug" || @.directness.drug == "in combination"
                || @.directness.drug == "among several drugs"
                || @.directness.drug == "not told whether alone"
                || @.directness.drug == "only compared with")
            && (@.directness.disease == "this disease" || @.directness.disease == "a narrower disease"))'
    ))) STORED,
    ADD COLUMN harm integer GENERATED ALWAYS AS (jsonb_array_length(jsonb_path_query_array(assessment,
        '$.grades[*] ? (@.counts == true && @.level != null && @.deferred == "" && @.polarity == "harm"
            && (@.directness.drug == "this drug" || @.directness.drug == "in combination"
                || @.directness.drug == "among several drugs"
                || @.directness.drug == "not told whether alone"
                || @.directness.drug == "only compared with")
            && (@.directness.disease == "this disease" || @.directness.disease == "a narrower disease"))'
    ))) STORED;
