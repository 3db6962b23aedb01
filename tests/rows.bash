# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# For all suites: the collectives that there are, from the rows of runtime/ringgen/collectives.def; what is not in an output.

# rows COLUMN: of each; 1: NAME, 2: name, 3: Entry.
rows() {
	sed -nE "s/^\tROW\(([A-Z_]+), ([a-z_]+), ([A-Za-z_]+), .*/\\$1/p" "${BASH_SOURCE[0]%/*}/../runtime/ringgen/collectives.def"
}

collective_names() {
	rows 2
}

collective_entries() {
	rows 3
}

# any_of LINES: a pattern of one of them, for grep -E.
any_of() {
	paste -sd '|' | sed 's/.*/(&)/'
}

# no_line ARGUMENT...: grep finds nothing, and does not fail. "run ! grep" forgets the $output, and since Bats 1.13 the $stderr,
# of what was run before.
no_line() {
	local status=0
	grep "$@" || status=$?
	[ $status = 1 ]
}
