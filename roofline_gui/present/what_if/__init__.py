"""The what-if in words: sliders, bar, batch laws, predictions."""
