"""The picture: what is drawn, where it stands on a rectangle of pixels, and what the pointer means there."""
