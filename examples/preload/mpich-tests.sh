#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# mpich-tests.sh SOURCE [FOLDER...]: MPICH's own tests over libringgen-preload, each natively and with the library.
# SOURCE is MPICH's source, unpacked (Debian: apt-get source mpich); FOLDERs are those of its test/mpi (default: coll,
# f77/coll and f90/coll). Prints a line for each test whose results differ, then how many there were. Exit status 1: a test
# failed with the library that passes natively; 2: the tests cannot be built.
#
# BUILD: where the tests are built (default: a new folder, removed afterwards). LIBRARY: libringgen-preload-mpich.so
# (default: pkg-config's). LIMIT=60: seconds, of one test. MPICH_PRELOAD: to be loaded after it.
# RINGGEN_COLLECTIVES=prepare, RINGGEN_TOPOLOGY=auto, and what else is set of ringgen's variables, goes to the tests.
set -eu

[ $# -gt 0 ] || {
	sed -n '3,/^set/{ /^#/s/^# \{0,1\}//p }' "$0" >&2
	exit 2
}
source=$(realpath "$1")/test/mpi
shift
[ $# -gt 0 ] || set -- coll f77/coll f90/coll
library=${LIBRARY:-$(pkg-config --variable=libdir ringgen-preload-mpich)/libringgen-preload-mpich.so}
export RINGGEN_TOPOLOGY=${RINGGEN_TOPOLOGY:-auto} RINGGEN_COLLECTIVES=${RINGGEN_COLLECTIVES:-prepare}
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
		}'
}

# passes PRELOAD RANKS PROGRAM [ARGUMENT...]
passes() {
	local preload=$1${MPICH_PRELOAD:+${1:+:}$MPICH_PRELOAD} n=$2 said
	shift 2
	said=$(timeout -k 5 "${LIMIT:-60}" "$(command_of mpiexec)" -n "$n" env ${preload:+"LD_PRELOAD=$preload"} \
		"./$1" "${@:2}" </dev/null 2>&1) && grep -qi 'no errors' <<<"$said"
}

[ -e "$build/Makefile" ] || configure
all=0 both=0 worse=0 better=0
for folder; do
	make -k -C "$build/$folder" >"$build/make.log" 2>&1 || :
	cd "$build/$folder"
	while read -r program ranks args; do
		[ -x "$program" ] || continue
		native=fails loaded=fails
		# shellcheck disable=SC2086 # words
		! passes "" "$ranks" "$program" $args || native=passes
		# shellcheck disable=SC2086 # words
		! passes "$library" "$ranks" "$program" $args || loaded=passes
		all=$((all + 1))
		case $native-$loaded in
		passes-passes) both=$((both + 1)) ;;
		passes-fails) worse=$((worse + 1)) ;;
		fails-passes) better=$((better + 1)) ;;
		esac
		[ $native = $loaded ] || echo "$folder/$program on $ranks ranks $args: $native natively, $loaded with the library"
	done < <(tests "$folder")
	cd "$build"
done
echo "$all tests: $both pass natively and with the library, $worse natively only, $better with the library only"
[ $worse = 0 ]
