"""What a drug is approved for and was tried in."""
