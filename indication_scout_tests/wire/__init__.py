"""A local server that speaks the sources' wire formats over authored records: the demonstration and the test double."""
