#!/bin/sh
# Removes what install.sh installed. Settings, logs and your files stay.
set -eu
data=${XDG_DATA_HOME:-$HOME/.local/share}
rm -f "$HOME/.local/bin/roofline-gui" "$data/applications/roofline-gui.desktop" \
    "$data/metainfo/org.roofline_gui.Roofline.metainfo.xml" "$data/mime/packages/roofline-gui.xml"
for icons in "$data"/icons/hicolor/*; do
    rm -f "$icons"/apps/roofline-gui.png "$icons"/apps/roofline-gui.svg \
        "$icons"/mimetypes/application-x-roofline.png "$icons"/mimetypes/application-x-roofline.svg
done
[ ! -f "$data/roofline-gui/program/refresh.sh" ] || sh "$data/roofline-gui/program/refresh.sh" "$data"
rm -rf "$data/roofline-gui/program"
rmdir "$data/roofline-gui" 2>/dev/null || true
echo "Removed."
