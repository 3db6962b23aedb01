#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Buffers in the memory of a device. Doubles play the libraries that know of it, and an MPI library that takes it; what
# belongs to the device cannot be read by anybody else (device/memory.c).
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

# shared NAME SONAME FLAG...: a shared object of a source in tests/mpi/device.
shared() {
	# shellcheck disable=SC2086
	${CC:-gcc} $WARN -O1 -g -shared -fPIC -I"$ROOT/runtime" -o "$BATS_FILE_TMPDIR/$2" "-Wl,-soname,${2##*/}" "${@:3}" "$ROOT/tests/mpi/device/$1.c" -ldl
}

setup_file() {
	build_yield
	shared memory libdouble.so
	shared library libcuda.so.1 -DCUDA
	shared library libamdhip64.so.5 -DHIP=5 -DHIP_ONE_BY_ONE
	shared library libamdhip64.so.6 -DHIP=6
	shared library libamdhip64.so.7 -DHIP=7 -DHIP_ONE_BY_ONE
	mkdir "$BATS_FILE_TMPDIR/zero" # an MPI library that needs the real one must not find it
	shared library zero/libze_loader.so.1 -DLEVEL_ZERO
	local double="$BATS_FILE_TMPDIR/libdouble.so -Wl,-rpath,$BATS_FILE_TMPDIR"
	generate pair "$TOPOLOGIES/pair.xml" --ops all
	LIBRARY="$LIBRINGGEN $double" build device pair
	# shellcheck disable=SC2086
	build_plain device $double
	# In Debian sid MPICH 5, or UCX, brings the real library of Level Zero.
	OWN_ZERO=$(HWLOC_PLUGINS_PATH=$BATS_FILE_TMPDIR LD_DEBUG=files on 1 device "$BATS_FILE_TMPDIR/libcuda.so.1" never 2>&1 |
		grep -c 'file=.*libze_loader.*generating link map') || :
	export OWN_ZERO
}

setup() {
	export HWLOC_PLUGINS_PATH=$BATS_TEST_TMPDIR # one of hwloc's brings the real library of Level Zero
	hosts n0 n5 n0 n4
}

# ok PROGRAM LIBRARY WHEN [EXPECTED]: all results are right, and of whom they are is as expected.
ok() {
	run --separate-stderr on 4 "$1" "$BATS_FILE_TMPDIR/$2" "${@:3}"
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
	[[ $output == *"device: ok" ]]
}

preloaded() {
	PRELOAD=$LIBPRELOAD RINGGEN_TOPOLOGY=auto RINGGEN_COLLECTIVES=prepare ok "$@"
}

# says N PATTERN: so many lines of stderr.
says() {
	[ "$(grep -cE "$2" <<<"$stderr")" = "$1" ]
}

@test "a buffer of any rank in the memory of a device: MPI's own on all ranks, generated routines" {
	RINGGEN_VERBOSE=1 ok device-pair libcuda.so.1 early
	says 1 "pair: buffers may be in the memory of a device \(CUDA; 4 of 4 ranks\)"
	says 1 "pair_Allreduce on 4 ranks: native: a buffer is in the memory of a device"
	says 1 "pair_Allreduce on 4 ranks: native: it cannot wait until the ranks agree"
	says 1 "pair_Allreduce on 4 ranks, 3 machines: "
}

@test "the same under MPI's own names" {
	preloaded device libcuda.so.1 early
}

@test "some processes have the library, others do not" {
	RINGGEN_VERBOSE=1 ok device-pair libamdhip64.so.5 some
	says 1 "the memory of a device \(HIP; 2 of 4 ranks\)"
	preloaded device libamdhip64.so.7 some
}

@test "each of the libraries and versions" {
	ok device-pair libamdhip64.so.6 early
	[ "$OWN_ZERO" != 0 ] || ZE_ENABLE_ALT_DRIVERS=double ok device-pair zero/libze_loader.so.1 early
}

@test "a loader of Level Zero where there are no devices, as hwloc's plugin brings it: nothing is asked" {
	[ ! -e /dev/dri ] && [ ! -e /dev/accel ] && [ ! -e /dev/dxg ] || skip "there may be devices here"
	unset ZE_ENABLE_ALT_DRIVERS ZE_ENABLE_NULL_DRIVER
	RINGGEN_VERBOSE=1 run --separate-stderr on 4 device-pair "$BATS_FILE_TMPDIR/zero/libze_loader.so.1" early free
	echo "$output$stderr"
	says 0 "the memory of a device"
}

@test "a library that was loaded after the set-up: the data go through the memory of the host" {
	ok device-pair libcuda.so.1 late ours
	says 4 "rank [0-3], pair_.*: a buffer is in the memory of a device, by a library that was loaded after"
	preloaded device libcuda.so.1 late-some ours
	says 2 "rank [13], MPI_.*: a buffer is in the memory of a device, by a library that was loaded after"
	[ "$OWN_ZERO" != 0 ] || ZE_ENABLE_ALT_DRIVERS=double preloaded device zero/libze_loader.so.1 late ours
}

@test "RINGGEN_DEVICE=ask: a library that is loaded later is reckoned with" {
	RINGGEN_DEVICE=ask ok device-pair libcuda.so.1 late
	says 0 "loaded after"
}

@test "so it is where the MPI library says that it takes such buffers" {
	DEVICE_TAKEN=1 RINGGEN_VERBOSE=1 ok device-pair libcuda.so.1 late
	says 0 "loaded after"
	says 1 "\(an MPI library that takes its memory; 4 of 4 ranks\)"
}

@test "without a library nothing is asked, nor with RINGGEN_DEVICE=off" {
	RINGGEN_VERBOSE=1 ok device-pair libcuda.so.1 never
	says 0 "device"
	# Then it is read, which nobody can.
	RINGGEN_DEVICE=off run ! on 4 device-pair "$BATS_FILE_TMPDIR/libcuda.so.1" early free
	[[ $output != *"device: ok"* ]]
}

@test "where calls are compared, counted and noted nothing is read that is on a device" {
	RINGGEN_CHECK=1 ok device-pair libcuda.so.1 early
	RINGGEN_CHECK=1 RINGGEN_TIMELINE=$BATS_TEST_TMPDIR/line ok device-pair libcuda.so.1 late-some ours
	RINGGEN_VERBOSE=summary ok device-pair libcuda.so.1 early
	says 1 "MPI_Gatherv .* MPI's own: a buffer is in the memory of a device"
	RINGGEN_TUNE=uniform ok device-pair libcuda.so.1 early free
}
