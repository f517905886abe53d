"""One open document with undo, selection and background jobs. No widgets."""
