"""What the verbs share: errors, tables, progress, answers in words."""
