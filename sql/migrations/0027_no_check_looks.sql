-- Checks are asked of the subjects of a run, and of each anew: what they found is kept by Dagster, on its partition.
DROP TABLE check_looks;
