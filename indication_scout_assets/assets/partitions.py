"""The one partition definition: a drug is a partition, keyed by its slug."""

import dagster as dg

DRUGS = dg.DynamicPartitionsDefinition(name="drug")
