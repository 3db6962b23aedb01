# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# What the property test (../simgrid.bats) and the large runs share. Files are in the folder $D, with the name of the
# cluster before the dot.

# Bytes that SimGrid's MPI adds to each message.
HEADER=16
SIMGRID_LIBRARY=$ROOT/.build/simgrid/libringgen-simgrid.a

# cluster NAME SHAPE MACHINES SWITCHES SEED KIND: a random cluster, see tree.awk: NAME.xml, NAME.links, and the machines
# in the order of the file in NAME.machines.
cluster() {
	local words=(-v "shape=$2" -v "machines=$3" -v "switches=$4" -v "seed=$5" -v "links=$6")
	awk "${words[@]}" -f "$ROOT/tests/simgrid/tree.awk" >"$D/$1.xml"
	awk "${words[@]}" -v as=links -f "$ROOT/tests/simgrid/tree.awk" >"$D/$1.links"
	sed -n 's/.*<node id="\([^"]*\)".*/\1/p' "$D/$1.xml" >"$D/$1.machines"
}

# program BASE GENERATE_ARGUMENT...: the measuring program BASE with the rings that `ringgen generate` writes, in one
# lane: each message of another one would have a header of its own.
program() {
	local base=$1
	shift
	"$RINGGEN" generate "$@" --ops all=ring --prefix measured -o "$D/$base"
	sed -i 's/\(, &rg_ring_[a-z_]*\), [0-9]*,/\1, 0,/' "$D/$base.c"
	# shellcheck disable=SC2086
	smpicc $WARN -O1 -DNAME=measured "-DHEADER=\"$base.h\"" "-I$D" "-I$ROOT/runtime" -o "$D/$base" \
		"$ROOT/tests/simgrid/measure.c" "$D/$base.c" "$SIMGRID_LIBRARY" -lhwloc -lm
}

shuffled() {
	awk -v "seed=$1" -f "$ROOT/tests/cluster/shuffle.awk"
}

# seats K: "RANK MACHINE" for K ranks on each machine of the input.
seats() {
	awk -v "k=$1" '{ for (i = 0; i < k; i++) print n++ + 0, $1 }'
}

# in_order FILE: the seats of the input in the order of the machines of FILE, ranks of one machine in theirs.
in_order() {
	awk 'NR == FNR { place[$1] = NR; next } { print place[$2], $1, $2 }' "$1" - | sort -n -k1,1 -k2,2 | cut -d' ' -f2-
}

# by_star NAME: for a program made for a star of the machines p0, p1, ..., the hosts of the ranks of which RINGGEN_HOSTS
# is to tell, so that NAME.ring becomes the ring.
by_star() {
	awk '{ print $1, "p" NR - 1 }' "$D/$1.ring" | sort -n | cut -d' ' -f2 >"$D/$1.places"
}

# seconds: the time of a ring that `ringgen certify` printed.
seconds() {
	awk '/^this ring:/ { print $3 * ($4 == "s" ? 1 : $4 == "ms" ? 1e-3 : $4 == "us" ? 1e-6 : $4 == "ns" ? 1e-9 : "none") }'
}

# certified NAME BYTES: what `ringgen certify` says of NAME.ring: the same load on each link direction as the recount,
# and its time of an allreduce, printed.
certified() {
	cut -d' ' -f2 "$D/$1.ring" >"$D/$1.order"
	"$RINGGEN" certify "$D/$1.xml" --order "$D/$1.order" --loads --size "$2" >"$D/$1.certificate" || [ $? = 1 ]
	awk '/^loads:/, /^bound/ { if (NF == 4 && $4 > 0) print $2 == "->" || $1 < $3 ? $1 " " $3 : $3 " " $1, $4 }' \
		"$D/$1.certificate" | sort >"$D/$1.loads"
	awk -v as=loads -f "$ROOT/tests/simgrid/recount.awk" "$D/$1.links" "$D/$1.ring" |
		awk 'NR == FNR { half[$2, $3] = half[$3, $2] = $5 == "half"; next }
			{ print half[$1, $2] && $2 < $1 ? $2 " " $1 : $1 " " $2, $3 }' "$D/$1.links" - |
		sort >"$D/$1.recounted"
	diff "$D/$1.loads" "$D/$1.recounted" >&2 || return 1
	seconds <"$D/$1.certificate"
}

# verify NAME BASE ELEMENTS [BLOCKS]: run the program BASE with the ranks of NAME.seats on the simulated cluster, on the
# ideal model without latency, and compare the times with what NAME.ring must take. Prints a table; fails if a routine
# is off: faster than the links allow, slower than it may be at the worst, or, where nothing is shared and the answer
# is one number, not that. 1e-4 is for what SimGrid rounds to, a nanosecond for each event. Messages are never
# buffered: a rank is done with a step when it has sent, too.
verify() {
	local name=$1 base=$2 elements=$3 blocks=${4:-}
	awk -v "elements=$elements" -v "header=$HEADER" -f "$ROOT/tests/simgrid/recount.awk" "$D/$name.links" \
		"$D/$name.ring" ${blocks:+"$blocks"} >"$D/$name.predicted"
	cut -d' ' -f2 "$D/$name.seats" >"$D/$name.hosts"
	"$ROOT/tests/simgrid/run" "$D/$name.xml" --latency 0s --order "$D/$name.hosts" \
		--cfg smpi/send-is-detached-thresh:0 -- "$D/$base" "$elements" ${blocks:+"$blocks"} >"$D/$name.times" || return 1
	awk -v "ranks=$(wc -l <"$D/$name.seats")" '
		NR == FNR { least[$1] = $2; most[$1] = $3; load[$1] = $4; steps[$1] = $5; next }
		{
			off = $3 < least[$1] * (1 - 1e-4) || $3 > most[$1] * (1 + 1e-4) ||
				(load[$1] == 1 && $3 < most[$1] * (1 - 1e-4))
			printf "%-21s %5d ranks, load %3d, %.9f s, of the least %.5f, of the most %.5f, of the steps %.5f%s\n", \
				$1, ranks, load[$1], $3, $3 / least[$1], $3 / most[$1], $3 / steps[$1], off ? "  OFF" : ""
			wrong += off || !(least[$1] > 0)
		}
		END { exit wrong || FNR != 5 }' "$D/$name.predicted" "$D/$name.times"
}

# vector NAME ELEMENTS: the bytes of a vector whose blocks are by a header longer. ELEMENTS divide by the ranks.
vector() {
	echo $((4 * $2 + HEADER * $(wc -l <"$D/$1.seats")))
}

# same_as_certified NAME ELEMENTS: the times of `verify` are the certificate's within 1 %, which prints three digits;
# collectives that are half an allreduce take half as long.
same_as_certified() {
	local told
	told=$(certified "$1" "$(vector "$1" "$2")") || return 1
	awk -v "told=$told" '
		{
			ratio = $3 / (told * ($1 == "allreduce" ? 1 : 0.5))
			if (ratio < 0.99 || ratio > 1.01) {
				print $1 ": " ratio " times what the certificate says"
				wrong = 1
			}
		}
		END { exit wrong || NR != 5 || !(told > 0) }' "$D/$1.times"
}

# same_as_surveyed NAME ELEMENTS: the same with what `ringgen survey` says of ringgen's own ring, to more digits; and no
# routine is faster than its bound.
same_as_surveyed() {
	"$RINGGEN" survey "$D/$1.xml" --hosts "@$D/$1.hosts" >"$D/$1.survey"
	awk -v "bytes=$(vector "$1" "$2")" '
		$1 == "bound" { bound[$2] = $3 * bytes; ring[$2] = $4 * bytes }
		FILENAME ~ /times$/ {
			ratio = $3 / ring[$1]
			if (ratio < 0.9999 || ratio > 1.0001 || $3 < bound[$1] * 0.9999) {
				print $1 ": " ratio " times what the survey says, " $3 / bound[$1] " of the bound"
				wrong = 1
			}
			rows++
		}
		END { exit wrong || rows != 5 }' "$D/$1.survey" "$D/$1.times"
}
