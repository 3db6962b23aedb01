# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# start.bash: the program on the cluster, by the MPI library's own mpiexec. For inside.sh.
# shellcheck disable=SC2154 # work, shim, mpi, mpiexec, limit are inside.sh's

# Messages between machines go over TCP on eth0, and over nothing else. Ranks of one machine use the MPI library's shared
# memory.
with_mpich() {
	export UCX_TLS=tcp,self UCX_NET_DEVICES=eth0
	[ "$ranks" = "$machines" ] || export CLUSTER_LOCAL=1
	limited "$mpiexec" -f "$work/ranks" -n "$ranks" -launcher ssh -launcher-exec "$here/launch.sh" -iface ctl0 \
		-env LD_PRELOAD "$shim${LD_PRELOAD:+:$LD_PRELOAD}" "$@"
}

# Open MPI gives its core away while it waits. Sleeping in its polls, as the shim does for MPICH, makes it several times
# slower: it polls while there are messages to be sent.
with_openmpi() {
	local btl=tcp,self
	[ "$ranks" = "$machines" ] || btl=tcp,self,vader
	# Its daemons keep files in a folder that is called after host and process, and those are the same in two clusters at a
	# time: Open MPI 5's launcher stops where there is such a folder. It is in the cluster's own; Open MPI 4 has another name for that.
	export PRTE_MCA_prte_tmpdir_base=$work
	limited "$mpiexec" --allow-run-as-root -np "$ranks" --host "$(paste -sd, "$work/ranks")" \
		--map-by slot --bind-to none --mca orte_keep_fqdn_hostnames 1 --mca orte_tmpdir_base "$work" \
		--mca plm_rsh_agent "$here/launch.sh" --mca plm_rsh_no_tree_spawn 1 \
		--mca plm_rsh_num_concurrent $((machines + 1)) --mca oob_tcp_if_include ctl0 \
		--mca pml ob1 --mca btl $btl --mca btl_tcp_if_include eth0 --mca mpi_yield_when_idle 1 "$@"
}

# limited COMMAND...: its status, or 124 when it took too long.
limited() {
	local since=$SECONDS status=0
	timeout --foreground -k 5 "$limit" "$@" || status=$?
	if [ $((SECONDS - since)) -ge "$limit" ]; then
		say "error: stopped after $limit seconds"
		status=124
	fi
	return $status
}

start() {
	local machines ranks
	machines=$(wc -l <"$work/ranks")
	ranks=$(awk -F: '{ n += $2 } END { print n }' "$work/ranks")
	"with_$mpi" "$@"
}
