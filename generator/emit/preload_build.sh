#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# preload_build.sh PROGRAM [SOURCE LIBRARY]: what `ringgen generate --preload` runs to compile what it emitted, with all of
# libringgen-preload, into a shared library; without the two, it only looks for what that takes. PROGRAM is the command's
# own file: what it needs is beside that, in a build tree or installed. Status 3: something is missing; 4: it does not
# compile.
set -eu

missing() {
	echo "ringgen: error: --preload: $*" >&2
	exit 3
}

mpicc=${MPICC:-}
for name in mpicc.mpich mpicc.openmpi mpicc; do
	[ -n "$mpicc" ] || ! command -v $name >/dev/null || mpicc=$name
done
[ -n "$mpicc" ] || missing "there is no mpicc (or set MPICC)"

# MPICC may have options, so it is words.
# shellcheck disable=SC2086
mpi=$(printf '%s\n' '#include <mpi.h>' '#if defined OMPI_MAJOR_VERSION' '@openmpi' '#elif defined MPICH_VERSION' \
	'@mpich' '#elif defined MPI_ABI_VERSION' '@abi' '#endif' | $mpicc -E -P -x c - | sed -n 's/^@//p') || mpi=
[ -n "$mpi" ] || missing "'$mpicc' is no compiler for MPICH, Open MPI or the standard ABI (set MPICC to one)"

# look LIBRARIES HEADERS: are they there?
library=
look() {
	[ -z "$library" ] && [ -e "$1/libringgen-preload-$mpi.a" ] && [ -e "$2/ringgen.h" ] || return 0
	library=$1/libringgen-preload-$mpi.a
	headers=$2
}

here=$(dirname "$1")
if [ -n "${RINGGEN_LIBDIR:-}" ]; then
	look "$RINGGEN_LIBDIR" "$RINGGEN_LIBDIR/../include"
else
	for up in .. ../.. ../../..; do
		look "$here/$mpi" "$here/$up/runtime"
	done
	look "$here/../lib" "$here/../include"
	if command -v pkg-config >/dev/null && pkg-config --exists "ringgen-preload-$mpi"; then
		look "$(pkg-config --variable=libdir "ringgen-preload-$mpi")" \
			"$(pkg-config --variable=includedir "ringgen-preload-$mpi")"
	fi
fi
[ -n "$library" ] || missing "there is no libringgen-preload-$mpi.a with a ringgen.h" \
	"${RINGGEN_LIBDIR:+in RINGGEN_LIBDIR and its ../include }(for $mpicc; 'make MPI=$mpi' makes it)"

[ $# -gt 1 ] || exit 0

# shellcheck disable=SC2086
$mpicc -O2 -fPIC -shared -I"$headers" -o "$3" "$2" -Wl,--whole-archive "$library" -Wl,--no-whole-archive \
	-lhwloc -lxml2 -lm -pthread >&2 || {
	echo "ringgen: error: --preload: '$mpicc' does not make the library" >&2
	exit 4
}
