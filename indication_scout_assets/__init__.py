"""IndicationScout: evidence for new uses of known drugs.

The rooms, from the ground up: ``domain`` (nouns and rules), ``sources`` (public APIs), ``ranking``, ``synthesis``,
``store`` (Postgres), ``reports``, ``assets`` (Dagster adapters), ``orchestration`` (partitions, jobs, sensors) and
``cli``. Imports point only down; ``lint-imports`` holds that. Nothing is imported here, so each room loads alone.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""Read when numpy is first imported. Our products are small: a second thread waits longer than it works, and busily."""
