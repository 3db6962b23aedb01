#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The sources: format, scripts, licence lines, and includes that point one way.
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_DIRNAME/.." || return 1
}

sources() {
	find generator templates runtime tests examples -name '*.[ch]'
}

scripts() {
	find tests generator runtime examples topo-files .ci -name '*.sh' -o -path '.ci/*' -type f
}

@test "C sources are formatted: make format" {
	command -v clang-format >/dev/null || skip "no clang-format is here"
	sources | xargs timeout 120 clang-format --dry-run -Werror
}

@test "scripts and suites pass shellcheck" {
	command -v shellcheck >/dev/null || skip "no shellcheck is here"
	scripts | xargs timeout 60 shellcheck
	timeout 120 shellcheck -s bash tests/*.bats
}

@test "scripts stop at errors" {
	for f in $(scripts); do
		grep -qE '^set -e(u|uo pipefail)$' "$f"
	done
}

@test "no Bats test ends with a bare !, which Bats 1.8 does not see" {
	run ! grep -nE '^[[:space:]]*! ' tests/*.bats
}

@test "each source says its licence and its job" {
	for f in $(find generator runtime tests examples -name '*.c' -o -name '*.h' | grep -v tests/golden/); do
		head -n 1 "$f" | grep -q '^/\* SPDX-License-Identifier: BSD-3-Clause$'
		sed -n 2p "$f" | grep -q '^ \* .'
	done
	for f in $(scripts) tests/*.bats; do
		sed -n 2p "$f" | grep -q '^# SPDX-License-Identifier: BSD-3-Clause$'
	done
}

# The order of the generator's stages: none includes what comes after it.
STAGES="alloc diag text units hosts topo xml schema layout probe read check route order certify plot play plan prove \
emit placement options commands main"

stage() {
	# shellcheck disable=SC2086
	printf '%s\n' $STAGES | grep -nx "$1" | cut -d: -f1
}

@test "the generator's includes point one way, and none is MPI" {
	run ! grep -nE '#include [<"]mpi' generator/*.[ch]
	for f in generator/*.[ch]; do
		own=$(basename "${f%.*}")
		from=$(stage "$own")
		[ -n "$from" ] || continue
		for header in $(sed -n 's/^#include "\(.*\)\.h"$/\1/p' "$f"); do
			to=$(stage "$header")
			if [ -n "$to" ] && [ "$to" -gt "$from" ]; then
				echo "$f includes $header.h, a later stage"
				false
			fi
		done
	done
}

@test "the runtime knows no XML and nothing of the generator" {
	run ! grep -nE '#include [<"](libxml|\.\./)' runtime/*.[ch]
	for header in $(sed -n 's/^#include "\(.*\)"$/\1/p' runtime/*.[ch] | sort -u); do
		[ -e "runtime/$header" ]
	done
}

@test "the sources name no folder of the machine they were written on" {
	run ! grep -rnE '/(work|root|home)/' generator templates runtime tests examples topo-files .ci Makefile README.md \
		--exclude=style.bats --exclude=emit.bats
}
