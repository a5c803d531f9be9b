"""The public sources: one module per service, all over one shared HTTP client.

What belongs here: asking a service, checking that its answer is one, and turning it into values of the domain. The
groundwork is in ``http`` (requests, retries, checks), ``rate`` (a rate held across processes), ``entries`` (what names
a request), ``exchanges`` (the cache) and ``snapshots`` (recorded answers that replay byte for byte). What does not
belong here: decisions about candidates, ranking, storage in Postgres, settings; each is given or taken as a value.
"""
