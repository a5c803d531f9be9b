"""The public sources: one module per service, all over one shared HTTP client.

What belongs here: asking a service, checking that its answer is one, and turning it into values of the domain. The
groundwork is in ``http`` (requests, retries, rates, stored answers); ``ncbi`` and ``opentargets`` hold services of
several modules, ``formats`` what more than one service speaks. What does not belong here: decisions about candidates,
ranking, storage in Postgres, settings; each is given or taken as a value.
"""
