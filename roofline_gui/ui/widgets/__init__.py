"""What panes share: commands, icons, the theme, and small widgets that show plain text."""
