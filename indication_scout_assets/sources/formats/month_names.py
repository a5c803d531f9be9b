"""The English names of months in printed dates.

What belongs here: the names. How a source writes its dates is read in the source's own module.
"""

from __future__ import annotations

MONTHS = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), start=1
    )
}
"""First three letters, in lower case -> number in the year."""
