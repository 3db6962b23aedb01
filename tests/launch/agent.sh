#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# agent.sh [-OPTION...] HOST COMMAND...: what ssh is to mpiexec on a real cluster, but every host is this machine under
# that host's name.
set -eu

while [[ $1 == -* ]]; do
	shift
done
host=$1
shift
# shellcheck disable=SC2016 # for the shell inside
exec unshare --uts /bin/sh -c 'echo "$0" >/proc/sys/kernel/hostname && eval "$*"' "$host" "$@"
