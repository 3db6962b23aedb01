#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# catalogue.sh FAMILY/NAME.c...: print algorithms.h, the list of the algorithms in templates/, by the folders they are in.
# RG_BY_FAMILY(X, ...) is X(..., FAMILY, NAME) for each of them.
set -eu

echo '/* The algorithms in templates/: catalogue.sh makes this list. */'
for family in $(for file; do dirname "$file"; done | uniq); do
	printf '#define RG_BY_%s(X, ...)' "$family"
	for file; do
		[ "$(dirname "$file")" != "$family" ] || printf ' \\\n\tX(__VA_ARGS__, %s, %s)' "$family" "$(basename "$file" .c)"
	done
	echo
done
