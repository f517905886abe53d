"""From the document to what is shown, as plain data: scene, table, words. Knows nothing of Qt."""
