#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# golden.sh DIR: generate the files that tests/golden holds and tests/emit.bats compares, into DIR. After a change of
# what is emitted, `make golden` writes them anew: read the difference before you commit it.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
topologies=$here/../topo-files
to=$1
mkdir -p "$to"

"$RINGGEN" generate "$topologies/pair.xml" -o "$to/pair"
"$RINGGEN" generate "$topologies/pair.xml" --ops allreduce,allgatherv --prefix two -o "$to/two"
"$RINGGEN" generate "$topologies/chain32.xml" --hosts 'n[30-31],n[0-2],n17' -o "$to/fixed"
"$RINGGEN" generate "$here/golden/smp.xml" --hosts 'a[0-1],b0' --ranks-per-node 2 --prefix smp_fixed -o "$to/smp_fixed"
"$RINGGEN" generate "$here/golden/smp.xml" -o "$to/smp"
"$RINGGEN" generate --auto --prefix anywhere -o "$to/anywhere"
