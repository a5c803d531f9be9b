"""What every client of a source stands on: one HTTP client with rates, retries, stored answers and snapshots.

What belongs here: how anything is asked and kept, whatever it is. What a service is asked and how its answers read is
in the module of that service.
"""
