#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# show.sh SOURCE... -- COMPILER...: print what the preprocessor makes of the rows of collectives.def in these sources: of
# each line that begins with RG_ROWS or RG_ALL_FORMS; formatted, if clang-format is here.
set -eu

sources=
while [ "$1" != -- ]; do
	sources="$sources $1"
	shift
done
shift

formatted() {
	if command -v clang-format >/dev/null; then
		clang-format
	else
		cat
	fi
}

for source in $sources; do
	echo "/* ---- $source */"
	echo
	# A line '# 12 "FILE"' says where the next one is from.
	"$@" -E "$source" | awk -v source="$source" '
		BEGIN {
			while ((getline line < source) > 0)
				made[++n] = line ~ /^(RG_ROWS|RG_ALL_FORMS)\(/
		}
		/^# [0-9]+ "/ { at = $2; here = $3 == "\"" source "\""; next }
		{ if (here && made[at]) print; at++ }' | formatted
	echo
done
