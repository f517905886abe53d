#!/bin/sh
# Tells the desktop of changed entries, types and icons below folder $1, with the tools that are there.
! command -v update-desktop-database >/dev/null || update-desktop-database -q "$1/applications" || true
! command -v update-mime-database >/dev/null || update-mime-database "$1/mime" || true
! command -v gtk-update-icon-cache >/dev/null || gtk-update-icon-cache -q -t -f "$1/icons/hicolor" 2>/dev/null || true
