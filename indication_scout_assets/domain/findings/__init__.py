"""What is made of records: readings, effects, grades, and the report."""
