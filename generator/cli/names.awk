# SPDX-License-Identifier: BSD-3-Clause
# names.awk: a text with the names of all collectives. awk -f names.awk collectives.def TEXT: in it @names stands for
# "allreduce, allgather, ...", @rooted for those with a root, @uneven for those whose blocks may have unlike lengths,
# @entries for "MPI_Allreduce, ... and MPI_Exscan". A line with one of these is broken anew,
# at 80 columns; what goes on stands below what is behind its gap.

NR == FNR {
	if (match($0, /ROW\([A-Z_]+, [a-z_]+, [A-Za-z_]+,/)) {
		split(substr($0, RSTART, RLENGTH), column, /[(,] */)
		names = names (names ? ", " : "") column[3]
		entries = entries (last ? (entries ? ", " : "") last : "")
		last = "MPI_" column[4]
	} else if (last && /RG_AT_ROOT/) {
		rooted = rooted (rooted ? ", " : "") column[3]
	}
	if (last && /RG_KNOWN|RG_HIDDEN/)
		uneven = uneven (uneven ? ", " : "") column[3]
	next
}

function break_anew(line, indent, words, n, i, at) {
	match(line, /^( *-[^ ]+( [A-Z]+)?)? */)
	indent = RLENGTH
	printf "%s", substr(line, 1, indent)
	n = split(substr(line, indent + 1), words, " ")
	for (i = 1; i <= n; i++) {
		if (i > 1 && at + 1 + length(words[i]) > 80)
			printf "\n%" (indent ? indent : "") "s", ""
		else if (i > 1)
			printf " "
		at = (i == 1 || at + 1 + length(words[i]) > 80 ? indent : at + 1) + length(words[i])
		printf "%s", words[i]
	}
	print ""
}

/@(names|rooted|uneven|entries)/ {
	gsub(/@names/, names)
	gsub(/@rooted/, rooted)
	gsub(/@uneven/, uneven)
	gsub(/@entries/, entries " and " last)
	break_anew($0)
	next
}

{ print }
