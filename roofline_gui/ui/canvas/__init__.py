"""The roofline canvas: a scene on screen, with pan, zoom, hover and selection."""
