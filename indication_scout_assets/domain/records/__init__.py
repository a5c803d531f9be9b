"""What sources give: articles, trials, labels, references, and the sources themselves."""
