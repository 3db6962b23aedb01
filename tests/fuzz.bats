#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Readers of what comes from elsewhere, on damaged input, the same each time: `make fuzz` tries others, for longer.
bats_require_minimum_version 1.5.0

@test "readers: nothing damaged makes one fail, and what is sound is used" {
	command -v clang >"$BATS_TEST_TMPDIR/clang" || skip "clang is not here"
	SEED=1 RUNS=600 "$BATS_TEST_DIRNAME/fuzz/fuzz.sh" "$BATS_TEST_TMPDIR/fuzz" 60 >"$BATS_TEST_TMPDIR/said"
	cat "$BATS_TEST_TMPDIR/said"
	[ "$(grep -c ' inputs, no finding$' "$BATS_TEST_TMPDIR/said")" = 12 ]
}
