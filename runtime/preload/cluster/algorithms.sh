#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# algorithms.sh FILE...: print algorithms.c, the table of the algorithms that are built into libringgen-preload.
set -eu

name() {
	collective=${1%/*}
	echo "$(basename "$1" .c)_${collective##*/}"
}

printf '#include "preload/cluster/choices.h"\n\n'
for file; do
	printf 'extern const struct rg_algorithm rg_%s;\n' "$(name "$file")"
done
printf '\nconst struct rg_named rg_algorithms[] = {\n'
for file; do
	name=$(name "$file")
	printf '\t{"%s", &rg_%s},\n' "$name" "$name"
done
printf '\t{NULL, NULL},\n};\n'
