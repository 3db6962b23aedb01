#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# golden.sh DIR: generate the files that tests/golden holds and tests/emit.bats compares, into DIR. After a change of
# what is emitted, `make golden` writes them anew: read the difference before you commit it.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
topologies=$here/../topo-files
to=$1
mkdir -p "$to"
to=$(realpath "$to")

# Rings, in each form.
"$RINGGEN" generate "$topologies/pair.xml" --ops all=ring -o "$to/pair"
"$RINGGEN" generate "$topologies/pair.xml" --ops allreduce=ring,allgatherv=ring --prefix two -o "$to/two"
"$RINGGEN" generate "$topologies/chain32.xml" --hosts 'n[30-31],n[0-2],n17' --ops all=ring -o "$to/fixed"
"$RINGGEN" generate --auto --ops all=ring --prefix anywhere -o "$to/anywhere"

# Plans: choices by size, for one placement and for each shape of a job.
"$RINGGEN" generate "$here/golden/smp.xml" --hosts 'a[0-1],b0' --ranks-per-node 2 \
	--ops allreduce=ring,allreduce=butterfly,allreduce=columns --prefix smp_fixed -o "$to/smp_fixed"
"$RINGGEN" generate "$here/golden/smp.xml" --ops allreduce=ring,allreduce=butterfly,allreduce=shared -o "$to/smp"

# Other algorithms than the ring's, in each form; one beside the ring.
"$RINGGEN" generate "$topologies/pair.xml" --ops allreduce=recursive-doubling --prefix doubling -o "$to/doubling"
"$RINGGEN" generate "$topologies/pair.xml" --ops allreduce=butterfly,allgather=ring --prefix mixed -o "$to/mixed"
"$RINGGEN" generate "$here/golden/smp.xml" --hosts 'a[0-1],b0' --ranks-per-node 2 --ops allreduce=smp-butterfly \
	--prefix smp_butterfly -o "$to/smp_butterfly"
"$RINGGEN" generate --auto --ops allreduce=smp-binomial --prefix smp_binomial -o "$to/smp_binomial"

# What commands print for programs.
cd "$topologies"
"$RINGGEN" check pair.xml --json >"$to/check.json"
printf '%s\n' n0 n4 n1 n5 | "$RINGGEN" certify pair.xml --order - --json >"$to/certify.json" || [ $? = 1 ]
"$RINGGEN" certify pair.xml --collective alltoall --order n0,n4,n1,n5 --loads --json >"$to/alltoall.json"
"$RINGGEN" order pair.xml --hosts n5,n0,n4 --ranks-per-node 2 --json >"$to/order.json"
"$RINGGEN" survey pair.xml --hosts n0,n4,n5 --json >"$to/survey.json"
"$RINGGEN" plan pair.xml --ops allreduce=ring,allreduce=butterfly --mpi mpich --json >"$to/plan.json"
"$RINGGEN" advise chain32.xml --collective allgather --json >"$to/advise.json"
"$RINGGEN" plan pair.xml --hosts n0,n1,n4 --collective bcast=tree:binomial --size 1KiB --timeline --json >"$to/timeline.json"
