#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# launch.sh [-OPTION...] MACHINE COMMAND...: what ssh is to mpiexec on a real cluster. The command, a line for the shell,
# runs in the machine's network, under its host name, and with a shared memory of its own.
set -eu

while [[ $1 == -* ]]; do
	shift
done
machine=$1
shift
# shellcheck disable=SC2016 # for the shell inside
exec ip netns exec "$machine" unshare --uts /bin/sh -c '
	echo "$0" >/proc/sys/kernel/hostname &&
	mount -t tmpfs tmpfs /dev/shm &&
	eval "$*"' "$machine" "$@"
