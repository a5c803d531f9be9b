"""The partition definitions: a drug is a partition, keyed by its slug, and a collection is one, keyed by its name."""

import dagster as dg

PARTITIONS = "drug"
"""The name of the definition for drugs, under which an instance keeps their keys."""
COLLECTION_PARTITIONS = "collection"
"""The name of the definition for collections, under which an instance keeps their keys."""

DRUGS = dg.DynamicPartitionsDefinition(name=PARTITIONS)
COLLECTIONS = dg.DynamicPartitionsDefinition(name=COLLECTION_PARTITIONS)
