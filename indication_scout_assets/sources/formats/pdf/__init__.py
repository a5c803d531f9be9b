"""PDF files: lines, tables, papers and labels."""
