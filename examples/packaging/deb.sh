#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# deb.sh VERSION FOLDER: Debian packages of these sources, in FOLDER, clean under lintian. `make deb` calls it with what
# it needs installed.
set -eu

version=$1 out=$2
unset MPI MPICC MPIEXEC # both libraries, by their own compilers
root=$(realpath "$(dirname "$0")/../..")
sources=$out/ringgen-$version

# The date of the changes, so that the same sources give the same packages.
date=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/CHANGELOG.md")

rm -rf "$out"
mkdir -p "$sources"
tar -C "$root" --exclude ./.build --exclude ./.git -cf - . | tar -C "$sources" -xf -
cp -r "$root/examples/packaging/debian" "$sources/debian"
cat >"$sources/debian/changelog" <<END
ringgen ($version) unstable; urgency=medium

  * See CHANGELOG.md.

 -- the ringgen authors <ringgen@example.org>  $(LC_ALL=C date -u -R -d "@$date")
END

cd "$sources"
if ! DEB_BUILD_OPTIONS="parallel=$(nproc)" dpkg-buildpackage -us -uc -b >"$out/build.log" 2>&1; then
	tail -n 30 "$out/build.log" >&2
	echo "error: dpkg-buildpackage failed: $out/build.log has all of it" >&2
	exit 1
fi
cd "$out"
lintian --fail-on error,warning --tag-display-limit 0 "ringgen_${version}"_*.changes
ls "$out"/*.deb
