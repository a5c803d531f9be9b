"""Passages of papers and labels that fit a question: words, vectors, sections."""
