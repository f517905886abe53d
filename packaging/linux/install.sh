#!/bin/sh
# Installs the program for the user who runs this, without root. Run it again to update, uninstall.sh to remove.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
target=$data/roofline-gui/program
command=$HOME/.local/bin/roofline-gui

if [ "$here" != "$target" ]; then
    rm -rf "$target.new"
    mkdir -p "$data/roofline-gui"
    cp -R "$here" "$target.new"
    rm -rf "$target"
    mv "$target.new" "$target"
fi

mkdir -p "$HOME/.local/bin" "$data/applications" "$data/metainfo" "$data/mime/packages"
ln -sf "$target/roofline-gui" "$command"
# A quoted path may hold spaces; the absolute one works where ~/.local/bin is not in the path of the desktop.
sed "s|^Exec=roofline-gui|Exec=\"$target/roofline-gui\"|" "$target/share/roofline-gui.desktop" \
    > "$data/applications/roofline-gui.desktop"
cp "$target/share/org.roofline_gui.Roofline.metainfo.xml" "$data/metainfo/"
cp "$target/share/roofline-gui.xml" "$data/mime/packages/"
for size in 16 22 24 32 48 64 128 256 512; do
    icons=$data/icons/hicolor/${size}x$size
    mkdir -p "$icons/apps" "$icons/mimetypes"
    cp "$target/share/icons/roofline-gui-$size.png" "$icons/apps/roofline-gui.png"
    cp "$target/share/icons/roofline-document-$size.png" "$icons/mimetypes/application-x-roofline.png"
done
icons=$data/icons/hicolor/scalable
mkdir -p "$icons/apps" "$icons/mimetypes"
cp "$target/share/icons/roofline-gui.svg" "$icons/apps/roofline-gui.svg"
cp "$target/share/icons/roofline-document.svg" "$icons/mimetypes/application-x-roofline.svg"
sh "$target/refresh.sh" "$data"

echo "Installed. Start it from the menu of your desktop, or with: $command"
case ":$PATH:" in
    *":$HOME/.local/bin:"*) ;;
    *) echo "To type roofline-gui alone, add $HOME/.local/bin to your PATH." ;;
esac
