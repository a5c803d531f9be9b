"""Rankings measured on judged topics: the folder, figures, configurations beside each other as table and picture."""
