#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# algorithms.sh NAME...: print algorithms.c, the table of the algorithms that are built into libringgen-preload.
set -eu

printf '#include "choices.h"\n\n'
for name; do
	printf 'extern const struct rg_algorithm rg_%s;\n' "$name"
done
printf '\nconst struct rg_named rg_algorithms[] = {\n'
for name; do
	printf '\t{"%s", &rg_%s},\n' "$name" "$name"
done
printf '\t{NULL, NULL},\n};\n'
