#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# reorder.sh HOSTS [PROGRAM [ARGUMENT...]]: put the hosts of a job in a contention-free order, by cluster.xml; then
# start the program on them, a rank on each. Without a program it only writes ordered.
set -eu

hosts=$1
shift
here=$(dirname "$0")

# Exit status 1 is an answer: refuted.
echo "the order as given:"
ringgen certify "$here/cluster.xml" --order "$hosts" --pairs 1 || [ $? = 1 ]

ringgen order "$here/cluster.xml" --hosts "@$hosts" --format mpich -o ordered

echo
echo "the new order:"
ringgen certify "$here/cluster.xml" --order ordered

if [ $# -gt 0 ]; then
	${MPIEXEC:-mpiexec} -f ordered -n "$(wc -l <ordered)" "$@"
fi
