"""Pages of the web application and their views."""
