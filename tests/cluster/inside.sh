#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# inside.sh WORK FLOW SHIM MPI MPIEXEC CALIBRATE LIMIT PROGRAM [ARGUMENT...]: in namespaces of its own, which run makes,
# set up the cluster of WORK/plan, see that its links carry what they should, run the program. There is nothing to take
# down: all that is made here is gone when this process is.
#
#   machine   a network namespace with the machine's name; eth0 is its link, 10.77/16
#   switch    a bridge, s0, s1, ...; if they are no tree, with tables that are given
#   link      a pair of devices, l0a and l0b, ...; a token bucket filter at either end limits one direction
#   control   a bridge and a second device of each machine, both called ctl0, 10.78/16: not limited, for mpiexec alone
set -eu

here=$(realpath "$(dirname "$0")")
work=$1 flow=$2 shim=$3 mpi=$4 mpiexec=$5 calibrate=$6 limit=$7
shift 7
exec 2>&3 3>&-

# shellcheck source=tests/cluster/up.bash
. "$here/up.bash"
# shellcheck source=tests/cluster/calibrate.bash
. "$here/calibrate.bash"
# shellcheck source=tests/cluster/start.bash
. "$here/start.bash"

say() {
	echo "tests/cluster/run: $*" >&2
}

# What was made, in a line.
tell() {
	local slowest share missing=
	if ! tc qdisc add dev lo root netem delay 1ms 2>/dev/null; then
		missing=" (no netem here)"
	else
		tc qdisc del dev lo root
	fi
	read -r slowest share < <(lines scale)
	say "${#names[@]} machines, $(lines switch | wc -l) switches," \
		"slowest link $(awk -v b="$slowest" 'BEGIN { print b / 1e6 }') Mbit/s, 1/$share of the file's;" \
		"latency is not emulated$missing"
}

read_machines
up
tell
if $calibrate; then
	calibrate
fi
start "$@"
