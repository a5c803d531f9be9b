"""The partition definitions: a drug is a partition, keyed by its slug, and a collection is one, keyed by its name."""

import dagster as dg

PARTITIONS = "drug"
"""Its name, under which an instance keeps the keys."""
COLLECTION_PARTITIONS = "collection"
"""The same for collections."""

DRUGS = dg.DynamicPartitionsDefinition(name=PARTITIONS)
COLLECTIONS = dg.DynamicPartitionsDefinition(name=COLLECTION_PARTITIONS)
