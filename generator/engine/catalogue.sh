#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# catalogue.sh FAMILY/NAME.c...: print algorithms.h, the list of the algorithms in templates/, by the folders they are in.
# RG_BY_FAMILY(X, ...) is X(..., FAMILY, NAME) for each of them; RG_UNEQUAL_FAMILY the same for those that do not say that
# they are for equal blocks.
set -eu

list() { # list MACRO FAMILY FILE...
	printf '#define %s(X, ...)' "$1"
	family=$2
	shift 2
	for file; do
		printf ' \\\n\tX(__VA_ARGS__, %s, %s)' "$family" "$(basename "$file" .c)"
	done
	echo
}

echo '/* The algorithms in templates/: catalogue.sh makes this list. */'
for of in $(for file; do dirname "$file"; done | uniq); do
	all='' unequal=''
	for file; do
		[ "$(dirname "$file")" = "$of" ] || continue
		all="$all $file"
		grep -q '^[[:space:]]*\.equal = true' "$file" || unequal="$unequal $file"
	done
	# shellcheck disable=SC2086 # names of files, which have no blanks
	list "RG_BY_$of" "$of" $all
	# shellcheck disable=SC2086
	list "RG_UNEQUAL_$of" "$of" $unequal
done
