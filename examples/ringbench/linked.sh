#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# linked.sh RINGGEN TOPOLOGY OUT [ALGORITHM...]: generate what ringbench compares, into OUT/linked/, and the table of it,
# OUT/linked.c. `planned` is what ringgen generates when no algorithm is named, `reproducible` the same with
# --reproducible, `with-mpich` and `with-openmpi` the same with --mpi, which leaves to that library what it is as good
# for; any other ALGORITHM, which may have parameters ("factored:-7 1 7"), serves the collectives that have it. None: all
# that the command knows. MODEL, if set, is what they are planned for (ringgen plan --help).
set -eu

ringgen=$1 topology=$2 out=$3
shift 3
rm -rf "$out/linked"
mkdir -p "$out/linked"

# A line each: collective, algorithm.
"$ringgen" prove --ranks 1 | awk 'NR > 1 { print $1, $2 }' >"$out/linked/all"
if [ $# = 0 ]; then
	# shellcheck disable=SC2046 # words
	set -- planned $(awk '$3 ~ /^[0-9]/ && !seen[$2]++ { print $2 }' "$out/linked/all") # a name of two words is another of one
fi

# row NAME PREFIX: which collectives PREFIX.h has, as a row of the table.
row() {
	printf '\t{.name = "%s", .linked = true' "$1"
	# shellcheck disable=SC2013 # words
	for small in $(awk '!seen[$1]++ { print $1 }' "$out/linked/all"); do
		routine=$(echo "${small%"${small#?}"}" | tr '[:lower:]' '[:upper:]')${small#?}
		if grep -q "^int $2_$routine(" "$out/linked/$2.h"; then
			printf ', .%s = %s_%s, .i%s = %s_I%s, .%s_init = %s_%s_init' "$small" "$2" "$routine" "$small" "$2" "$small" \
				"$small" "$2" "$routine"
		fi
	done
	printf ', .start = %s_Start, .wait = %s_Wait, .request_free = %s_Request_free},\n' "$2" "$2" "$2"
}

rows=
echo '#include "ringbench/routines.h"' >"$out/linked.new"
for algorithm; do
	prefix=$(printf %s "$algorithm" | tr -c '[:alnum:]_' _) # a name in C
	ops=all same=
	case $algorithm in
	planned) ;;
	reproducible) same=--reproducible ;;
	with-mpich | with-openmpi) same="--mpi ${algorithm#with-}" ;;
	*)
		ops=
		# shellcheck disable=SC2013 # words
		for collective in $(awk '!seen[$1]++ { print $1 }' "$out/linked/all"); do
			one=$collective=$algorithm
			if "$ringgen" prove --ranks 1 --ops "$one" >/dev/null 2>&1; then
				ops=${ops:+$ops,}$one
			fi
		done
		[ -n "$ops" ] || ops=allreduce=$algorithm # the command says what is wrong
		;;
	esac
	# shellcheck disable=SC2086 # words
	"$ringgen" generate "$topology" --ops "$ops" $same ${MODEL:+--model "$MODEL"} --prefix "$prefix" -o "$out/linked/$prefix"
	echo "#include \"linked/$prefix.h\""
	rows="$rows
$(row "$algorithm" "$prefix")"
done >>"$out/linked.new"
printf '\nconst struct routines linked_routines[] = {%s\n\t{.name = NULL}};\n' "$rows" >>"$out/linked.new"
mv "$out/linked.new" "$out/linked.c"
