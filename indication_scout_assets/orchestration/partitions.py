"""The one partition definition: a drug is a partition, keyed by its slug."""

import dagster as dg

PARTITIONS = "drug"
"""Its name, under which an instance keeps the keys."""

DRUGS = dg.DynamicPartitionsDefinition(name=PARTITIONS)
