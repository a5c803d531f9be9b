"""What stages work with: settings made into clients, models, rates and a database."""
