#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# means.sh: does the kernel have what the emulated cluster is made of? To be run in namespaces of its own.
set -eu

# needs WHAT COMMAND...: say what is missing if the command fails.
needs() {
	local what=$1
	shift
	if ! "$@" >/dev/null 2>&1; then
		echo "tests/cluster/run: skipped: no $what here ($*)" >&2
		exit 77
	fi
}

mkdir -p /run/netns 2>/dev/null || :
needs "private mounts" mount -t tmpfs tmpfs /run/netns
needs "network namespaces" ip netns add a
needs "bridges" ip link add s type bridge
needs "pairs of devices" ip link add va type veth peer name vb
needs "token bucket filters" tc qdisc add dev va root tbf rate 1mbit burst 8k limit 16k
needs "congestion control reno" sysctl -qw net.ipv4.tcp_congestion_control=reno
