#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Orders are for what people launch with: each launcher that is here puts the ranks where the order says, from a host
# that is not its first one. All hosts are this machine under another name (tests/launch).
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # scripts are for shells inside, and each test has its environment
bats_require_minimum_version 1.5.0

setup() {
	RINGGEN=$(realpath "${RINGGEN:-$BATS_TEST_DIRNAME/../.build/ringgen}")
	launch=$BATS_TEST_DIRNAME/launch
	cd "$BATS_TEST_TMPDIR" || return 1
	[ "$(id -u)" = 0 ] || skip "only root may give this machine another name"
	unshare --uts true 2>unshare.log || skip "this kernel does not give it another name: $(cat unshare.log)"
	cat >lab.xml <<-E
		<topology name="lab">
		<switch id="s0">
		  <switch id="s1"><node id="n[0,2]" cores="2"/></switch>
		  <switch id="s2"><node id="n[1,3]" cores="2"/></switch>
		</switch>
		</topology>
	E
	# Not in the order of the ring, which is n0 n2 n1 n3.
	printf '%s\n' n3:1 n0:2 n1:2 n2:1 >hosts
	expected="n0 n0 n2 n1 n1 n3"
}

teardown() {
	[ -n "${slurm:-}" ] || return 0
	"$launch/slurm.sh" stop "$slurm"
	rm -rf "$slurm"
}

# order FORMAT: the job's hosts in the ring's order.
order() {
	"$RINGGEN" order lab.xml --hosts @hosts --format "$1" -o ordered
	run -0 "$RINGGEN" certify lab.xml --order ordered
}

# since_5: Open MPI 5 and newer launch by PRRTE.
since_5() {
	[[ $("$mpiexec" --version) =~ \(Open\ MPI\)\ ([5-9]|[1-9][0-9]) ]]
}

# From older ones, and from these: by the agent, and not by each other.
AGENT=(--mca plm_rsh_agent "$BATS_TEST_DIRNAME/launch/agent.sh" --mca plm_rsh_no_tree_spawn 1 --mca oob_tcp_if_include lo)
AGENT_5=(--prtemca plm_ssh_agent "$BATS_TEST_DIRNAME/launch/agent.sh" --prtemca plm_ssh_no_tree_spawn 1)

# from_n1 COMMAND...: on a host called n1. Prints the hosts of the ranks, in their order, from lines "RANK HOST".
from_n1() {
	timeout 120 unshare --uts /bin/sh -c 'echo n1 >/proc/sys/kernel/hostname && exec "$@"' sh "$@" 2>errors >lines || {
		cat errors lines
		return 1
	}
	sort -n lines | cut -d ' ' -f 2 | paste -sd ' '
}

# script HEADING: the first job script below that heading of ringgen-jobs(7), for the lab.
script() {
	awk -v heading=".SS $1" 'index($0, heading) == 1 { here = 1 } here && /^\.RS/ { body = 1; next } here && /^\.RE/ { exit } body' \
		"$BATS_TEST_DIRNAME/../generator/man/ringgen-jobs.7" | sed 's/\\-/-/g; s/\\e/\\/g; s/site\.xml/lab.xml/g'
}

# job PROGRAM: what scripts need: the launcher as mpiexec and mpirun, ringgen, a program that says who it is.
job() {
	mkdir -p bin
	printf '#!/bin/sh\nexec %s "$@"\n' "$1" >bin/mpiexec
	chmod +x bin/mpiexec
	ln -sf "$RINGGEN" bin/ringgen
	PATH=$PWD/bin:$PATH
	printf '%s\n' '#!/bin/sh' 'echo ${PMI_RANK:-${OMPI_COMM_WORLD_RANK:-$SLURM_PROCID}} ${SLURMD_NODENAME:-$(hostname)}' >program
	chmod +x program
	printf 'n3\nn0\nn0\nn1\nn1\nn2' >nodes
}

@test "the manual's script for Hydra: the job's list in the ring's order, and as it was where ringgen fails" {
	mpiexec=$(command -v mpiexec.mpich) || skip "MPICH is not here"
	job "$mpiexec"
	export HYDRA_LAUNCHER=ssh HYDRA_LAUNCHER_EXEC=$launch/agent.sh HYDRA_IFACE=lo
	script "MPICH, MVAPICH and Intel MPI" >job.sh
	grep -q '^mpiexec "$@" ./program$' job.sh
	sed -i 's/^mpiexec/mpiexec -n 6/' job.sh
	PBS_NODEFILE=$PWD/nodes run from_n1 bash job.sh
	echo "$output"
	[ "$output" = "$expected" ]
	rm lab.xml
	PBS_NODEFILE=$PWD/nodes HYDRA_RMK=pbs run -0 from_n1 bash job.sh
	echo "$output"
	[ "$output" = "n3 n0 n0 n1 n1 n2" ]
}

@test "the manual's script for PBS: a node file in the ring's order" {
	mpiexec=$(command -v mpiexec.mpich) || skip "MPICH is not here"
	job "$mpiexec"
	export HYDRA_LAUNCHER=ssh HYDRA_LAUNCHER_EXEC=$launch/agent.sh HYDRA_IFACE=lo HYDRA_RMK=pbs
	script "PBS, LSF and SGE" | sed 's/^mpiexec/mpiexec -n 6/' >job.sh
	PBS_NODEFILE=$PWD/nodes PBS_O_WORKDIR=$PWD run -0 from_n1 bash job.sh
	[ "$output" = "$expected" ]
}

@test "the manual's script for Open MPI" {
	mpiexec=$(command -v mpiexec.openmpi) || skip "Open MPI is not here"
	[ "$(nproc)" -ge 2 ] || skip "a rankfile names two cores of a host"
	job "$mpiexec --allow-run-as-root -np 6"
	ln -sf mpiexec bin/mpirun
	script "Open MPI 5 and newer" >job.sh
	if since_5; then
		export PRTE_MCA_plm_ssh_agent=$launch/agent.sh PRTE_MCA_plm_ssh_no_tree_spawn=1
	else
		sed -i 's/--hostfile hosts --map-by rankfile:file=ordered/--rankfile ordered/' job.sh # as the manual says
		export OMPI_MCA_plm_rsh_agent=$launch/agent.sh OMPI_MCA_plm_rsh_no_tree_spawn=1 OMPI_MCA_oob_tcp_if_include=lo
	fi
	PE_HOSTFILE=$PWD/sge
	printf '%s all.q@x UNDEFINED\n' 'n3 1' 'n0 2' 'n1 2' 'n2 1' >"$PE_HOSTFILE"
	export PE_HOSTFILE
	run -0 from_n1 bash job.sh
	echo "$output"
	[ "$output" = "$expected" ]
}

@test "Open MPI: a rankfile" {
	mpiexec=$(command -v mpiexec.openmpi) || skip "Open MPI is not here"
	[ "$(nproc)" -ge 2 ] || skip "a rankfile names two cores of a host"
	order openmpi
	mv ordered hostfile
	order rankfile
	# Open MPI 5 warns of --rankfile, and takes no daemons by loopback alone where it has another network; both refuse a
	# rankfile without the hosts.
	by=(--rankfile ordered "${AGENT[@]}")
	if since_5; then
		by=(--hostfile hostfile --map-by rankfile:file=ordered "${AGENT_5[@]}")
	fi
	run from_n1 "$mpiexec" --allow-run-as-root -np 6 "${by[@]}" sh -c 'echo $OMPI_COMM_WORLD_RANK $(hostname)'
	echo "$output"
	[ "$output" = "$expected" ]
}

@test "Open MPI: a host a rank" {
	mpiexec=$(command -v mpiexec.openmpi) || skip "Open MPI is not here"
	order seq
	by=(--hostfile ordered --mca rmaps seq "${AGENT[@]}")
	if since_5; then
		by=(--hostfile ordered --map-by seq:file=ordered "${AGENT_5[@]}")
	fi
	run from_n1 "$mpiexec" --allow-run-as-root -np 6 "${by[@]}" sh -c 'echo $OMPI_COMM_WORLD_RANK $(hostname)'
	echo "$output"
	[ "$output" = "$expected" ]
}

@test "MPICH: a hostfile" {
	mpiexec=$(command -v mpiexec.mpich) || skip "MPICH is not here"
	order mpich
	run -0 from_n1 "$mpiexec" -f ordered -n 6 -launcher ssh -launcher-exec "$launch/agent.sh" -iface lo \
		sh -c 'echo $PMI_RANK $(hostname)'
	[ "$output" = "$expected" ]
}

# cluster: a Slurm of the lab's hosts, with the lines of its configuration that stand in `more`; or the test is skipped.
cluster() {
	for program in slurmctld slurmd salloc srun sinfo munged; do
		command -v "$program" >which || skip "Slurm is not here"
	done
	slurm=$(mktemp -d /tmp/ringgen-slurm-XXXXXX) # Bats's own folder is closed to other users, as munge
	printf '%s\n' 'SwitchName=s1 Nodes=n[0,2]' 'SwitchName=s2 Nodes=n[1,3]' 'SwitchName=s0 Switches=s[1-2]' >"$slurm/topology.conf"
	"$launch/slurm.sh" start "$slurm" n0 n1 n2 n3 >started 2>&1 3>&- || skip "Slurm does not start: $(tail -n 1 started)"
	export SLURM_CONF=$slurm/slurm.conf
	for ((i = 0; i < 60; i++)); do
		[ "$(timeout 10 sinfo -h -t idle -o %D 2>sinfo.log)" != 4 ] || break
		sleep 0.5
	done
	[ "$i" -lt 60 ] || skip "Slurm's hosts do not come up: $(cat sinfo.log)"
}

@test "Slurm: an arbitrary distribution, with uneven numbers of ranks" {
	order slurm
	cluster
	# In an allocation: with topology/tree Slurm 24.11 leaves an srun that asks for its hosts in this way in the queue for ever.
	arbitrary=(timeout 60 salloc -Q -w "n[0-3]" --exclusive srun -n 6 -m arbitrary)
	export SLURM_HOSTFILE=$PWD/ordered
	"${arbitrary[@]}" sh -c 'echo $SLURM_PROCID $SLURMD_NODENAME' >lines
	[ "$(sort -n lines | cut -d ' ' -f 2 | paste -sd ' ')" = "$expected" ]
	# What Slurm says of its wires is a topology file, by which the order is the same.
	timeout 10 scontrol show topology | "$RINGGEN" import slurm - --prefix lab -o slurm.xml
	[ "$("$RINGGEN" order slurm.xml)" = "$("$RINGGEN" order lab.xml)" ]
	# The job's own list of hosts, and how many ranks each has, as Slurm tells them.
	"${arbitrary[@]}" sh -c 'echo $SLURM_STEP_NODELIST' | sort -u >nodes
	[ "$("$RINGGEN" order lab.xml --hosts "$(cat nodes)")" = "$(printf '%s\n' n0 n2 n1 n3)" ]
	printf '0-2 echo %%t first\n3-5 echo %%t then\n' >programs
	"${arbitrary[@]}" --multi-prog programs >lines
	[ "$(sort -n lines | paste -sd ' ')" = "0 first 1 first 2 first 3 then 4 then 5 then" ]
}

@test "Slurm: the manual's scripts for srun and torchrun, and the prolog that orders each job" {
	cluster
	job false
	in_job() { # SCRIPT ARGUMENT...: in an allocation of all hosts
		timeout 60 salloc -Q -w "n[0-3]" --exclusive "${@:2}" bash "$1"
	}
	script "Slurm: srun" >job.sh
	grep -qx 'srun ./program' job.sh
	in_job job.sh -n 8 --ntasks-per-node=2 >lines
	sort -n lines | cut -d ' ' -f 2 | paste -sd ' ' >ran
	cat ran
	[ "$(cat ran)" = "n0 n0 n2 n2 n1 n1 n3 n3" ]
	mv lab.xml away
	# As without ringgen: Slurm 26.05 has the hosts of a switch in a row by itself, older ones have them by name.
	printf '%s\n' '#!/bin/sh' 'srun ./program' >plain.sh
	in_job plain.sh -n 8 --ntasks-per-node=2 >lines
	sort -n lines | cut -d ' ' -f 2 | paste -sd ' ' >usual
	cat usual
	in_job job.sh -n 8 --ntasks-per-node=2 >lines
	diff usual <(sort -n lines | cut -d ' ' -f 2 | paste -sd ' ')
	mv away lab.xml
	script "torchrun, accelerate, DeepSpeed" >torch.sh
	printf '%s\n' '#!/bin/sh' 'echo "$SLURMD_NODENAME $*"' >bin/torchrun
	chmod +x bin/torchrun
	in_job torch.sh -n 4 --ntasks-per-node=1 >lines
	cat lines
	for host in "0 n0" "1 n2" "2 n1" "3 n3"; do
		grep -qx "${host#* } --nnodes=4 --nproc-per-node=8 --rdzv-backend=static --node-rank=${host% *} --master-addr=n0 --master-port=29500 train.py" lines
	done
	# The prolog, for batch jobs that know nothing of it.
	awk '/TaskProlog/ { here = 1 } here && /^\.RS/ { body = 1; next } here && /^\.RE/ { exit } body' \
		"$BATS_TEST_DIRNAME/../generator/man/ringgen-jobs.7" | sed "s/\\\\-/-/g; s|/etc/ringgen/site.xml|$slurm/lab.xml|; s|ringgen order|$RINGGEN order|" >"$slurm/prolog"
	chmod +x "$slurm/prolog"
	cp lab.xml "$slurm"
	echo "TaskProlog=$slurm/prolog" >>"$slurm/slurm.conf"
	timeout 10 scontrol reconfigure
	printf '%s\n' '#!/bin/sh' 'srun ./program' 'srun -n 3 ./program >few 2>few.log' 'env -u SLURM_HOSTFILE srun -m block ./program >block' >plain.sh
	timeout 60 sbatch --wait -w "n[0-3]" --exclusive -n 8 --ntasks-per-node=2 -D "$PWD" -o "$PWD/lines" -e "$PWD/lines.log" plain.sh
	cat lines
	[ "$(sort -n lines | cut -d ' ' -f 2 | paste -sd ' ')" = "n0 n0 n2 n2 n1 n1 n3 n3" ]
	# Slurm 26.05 has one host for each of fewer ranks than hosts, and places them by itself.
	[[ $(sort -n few | cut -d ' ' -f 2 | paste -sd ' ') =~ ^n0\ (n0|n1)\ n2$ ]]
	diff usual <(sort -n block | cut -d ' ' -f 2 | paste -sd ' ')
}
