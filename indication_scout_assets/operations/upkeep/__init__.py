"""What keeps a workspace running: services, backups, checks, the watch list."""
