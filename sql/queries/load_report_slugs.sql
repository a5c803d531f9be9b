SELECT slug FROM reports ORDER BY slug
