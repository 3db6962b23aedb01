#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# mpich-tests.sh SOURCE [FOLDER...]: MPICH's own tests over libringgen-preload, each natively and with the library.
# SOURCE is MPICH's source, unpacked (Debian: apt-get source mpich); FOLDERs are those of its test/mpi (default: coll,
# f77/coll and f90/coll). Prints a line for each test whose results differ, then how many there were. Exit status 1: a test
# failed with the library that passes natively; 2: the tests cannot be built.
#
# BUILD: where the tests are built (default: a new folder, removed afterwards). LIBRARY: libringgen-preload.so
# (default: pkg-config's). LIMIT=60: seconds, of one test. MPICH_PRELOAD: to be loaded after it. TESTS='allred* p_*': those
# programs only.
# RINGGEN_COLLECTIVES=prepare, RINGGEN_TOPOLOGY=auto, and what else is set of ringgen's variables, goes to the tests.
#
# ALGORITHMS: instead of LIBRARY, one library for each of these, made by `ringgen generate --preload` (RINGGEN: another
# command), whose collectives are that algorithm's; "all": each that there is. The ranks are told that they are on four
# machines behind two switches, or on one if it is for one. A line for each says in how many tests it served.
set -eu

[ $# -gt 0 ] || {
	sed -n '3,/^set/{ /^#/s/^# \{0,1\}//p }' "$0" >&2
	exit 2
}
source=$(realpath "$1")/test/mpi
shift
[ $# -gt 0 ] || set -- coll f77/coll f90/coll
if [ -z "${ALGORITHMS:-}" ]; then
	library=${LIBRARY:-$(pkg-config --variable=libdir ringgen-preload-mpich)/libringgen-preload.so}
	export RINGGEN_TOPOLOGY=${RINGGEN_TOPOLOGY:-auto}
fi
export RINGGEN_COLLECTIVES=${RINGGEN_COLLECTIVES:-prepare}
build=${BUILD:-$(mktemp -d)}
mkdir -p "$build"
[ -n "${BUILD:-}" ] || trap 'rm -rf "$build"' EXIT

# command NAME: MPICH's, where other MPI libraries are installed, too.
command_of() {
	command -v "$1.mpich" || command -v "$1"
}

# What the tests' configure wants: a folder with MPICH's commands.
configure() {
	local name
	mkdir -p "$build/mpich/bin"
	for name in mpicc mpicxx mpifort mpif77 mpif90 mpiexec; do
		ln -sf "$(command_of $name)" "$build/mpich/bin/$name"
	done
	(cd "$build" && "$source/configure" --with-mpi="$build/mpich" --disable-ft-tests --enable-collalgo-tests=no) \
		>"$build/configure.log" 2>&1 || {
		echo "mpich-tests.sh: the tests cannot be configured: $build/configure.log" >&2
		exit 2
	}
}

# tests FOLDER: its lines "PROGRAM RANKS ARGUMENTS", of those that need no more memory than others.
tests() {
	sed -e 's/^@[a-z]*test@//' -e '/^#/d' -e '/mem=/d' "$source/$1"/testlist.in "$source/$1"/testlist 2>/dev/null |
		awk 'NF {
			args = ""
			for (i = 3; i <= NF; i++)
				if (sub(/^arg=/, "", $i))
					args = args " " $i
			print $1, $2 + 0 ? $2 : 2, args
		}' | while read -r program rest; do
		for wanted in ${TESTS:-*}; do
			# shellcheck disable=SC2254 # a pattern
			case $program in
			$wanted) echo "$program $rest" && break ;;
			esac
		done
	done
}

# rows: "COLLECTIVE ALGORITHM" of all that there are, but of those with two words for parameters.
rows() {
	"${RINGGEN:-ringgen}" prove --ranks 1 | awk 'NR > 1 && $3 ~ /^[0-9]/ { print $1, $2 }'
}

# Where the ranks are said to be: unlike numbers on four machines, and on one.
places() {
	cat >"$build/four.xml" <<-'XML'
		<topology name="four">
		  <switch id="top"><switch id="s0"><node id="m[0-1]"/></switch><switch id="s1"><node id="m[2-3]"/></switch></switch>
		</topology>
	XML
	for _ in 1 2 3 4; do
		printf 'm%d\n' 2 0 2 1 0 3 2 1
	done >"$build/four.hosts"
	sed 's/.*/m0/' "$build/four.hosts" >"$build/one.hosts"
}

# library_of ALGORITHM: its library is made, for all collectives that have it; the ranks are told their places.
library_of() {
	local ops collective
	ops=$(rows | awk '!seen[$1]++ { print $1 }' | while read -r collective; do
		! "${RINGGEN:-ringgen}" prove --ranks 1 --ops "$collective=$1" >/dev/null 2>&1 || echo "$collective=$1"
	done | paste -sd,)
	ops=${ops:-allreduce=$1} # the command says what is wrong
	export RINGGEN_HOSTS=$build/four.hosts
	case $1 in
	shared | shared-pairs | lent) RINGGEN_HOSTS=$build/one.hosts ;;
	esac
	library=$build/${1//:/-}-preload.so # a colon ends a name of LD_PRELOAD
	MPICC=$(command_of mpicc) "${RINGGEN:-ringgen}" generate "$build/four.xml" --preload --ops "$ops" -o "$library" \
		>"$build/generate.log" 2>&1 || {
		cat "$build/generate.log" >&2
		exit 2
	}
}

# passes PRELOAD RANKS PROGRAM [ARGUMENT...]: what it printed is in $said.
passes() {
	local preload=$1${MPICH_PRELOAD:+${1:+:}$MPICH_PRELOAD} n=$2
	shift 2
	said=$(timeout -k 5 "${LIMIT:-60}" "$(command_of mpiexec)" -n "$n" env ${preload:+"LD_PRELOAD=$preload"} \
		"./$1" "${@:2}" </dev/null 2>&1) && grep -qi 'no errors' <<<"$said"
}

# natively FOLDER: lines "passes|fails PROGRAM RANKS ARGUMENTS" of its tests, in a file.
natively() {
	local program ranks args
	make -k -C "$build/$1" >"$build/make.log" 2>&1 || :
	cd "$build/$1"
	while read -r program ranks args; do
		[ -x "$program" ] || continue
		# shellcheck disable=SC2086 # words
		if passes "" "$ranks" "$program" $args; then
			echo "passes $program $ranks $args"
		else
			echo "fails $program $ranks $args"
		fi
	done < <(tests "$1") >natively.new
	mv natively.new natively
	cd "$build"
}

# compare ALGORITHM FOLDER...: all tests with $library; the lines of those that differ, and how many there were.
compare() {
	local by=$1 shown=${1%%:*} all=0 both=0 worse=0 better=0 served=0 folder native program ranks args loaded
	shift
	for folder; do
		cd "$build/$folder"
		while read -r native program ranks args; do
			loaded=fails
			# shellcheck disable=SC2086 # words
			! passes "$library" "$ranks" "$program" $args || loaded=passes
			! grep -q "^ringgen: .* machines\{0,1\}: ${shown:-.*} (" <<<"$said" || served=$((served + 1))
			all=$((all + 1))
			case $native-$loaded in
			passes-passes) both=$((both + 1)) ;;
			passes-fails) worse=$((worse + 1)) ;;
			fails-passes) better=$((better + 1)) ;;
			esac
			[ "$native" = $loaded ] || echo "$folder/$program on $ranks ranks $args: $native natively, $loaded with the library${by:+ by $by}"
		done <natively
		cd "$build"
	done
	echo "${by:+$by: }$all tests: $both pass natively and with the library, $worse natively only, $better with the library only${by:+; it served in $served}"
	[ $worse = 0 ]
}

set -f # TESTS are patterns of programs, not of files here
[ -e "$build/Makefile" ] || configure
for folder; do
	natively "$folder"
done
status=0
if [ -z "${ALGORITHMS:-}" ]; then
	compare "" "$@" || status=1
else
	[ "$ALGORITHMS" != all ] || ALGORITHMS=$(rows | awk '!seen[$2]++ { print $2 }')
	[ -n "$ALGORITHMS" ] || {
		echo "mpich-tests.sh: ${RINGGEN:-ringgen} does not say which algorithms there are" >&2
		exit 2
	}
	export RINGGEN_VERBOSE=1
	places
	for algorithm in $ALGORITHMS; do
		library_of "$algorithm"
		compare "$algorithm" "$@" || status=1
	done
fi
exit $status
