# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# The collectives that there are, for suites: from the rows of runtime/ringgen/collectives.def.

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
