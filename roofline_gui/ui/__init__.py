"""Widgets. They show what they are given and report what the user wants."""
