"""What the report shows of each candidate."""
