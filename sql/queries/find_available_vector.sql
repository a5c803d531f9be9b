SELECT default_version AS version FROM pg_available_extensions WHERE name = 'vector'
