#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# slurm.sh start DIR HOST... | stop DIR: a Slurm whose hosts, with eight processors each, are all this machine: one
# slurmctld, a slurmd for each host, and a munged of their own; wired as DIR/topology.conf says. Needs root, and Debian's slurmctld, slurmd, slurm-client
# and munge. Programs find it by SLURM_CONF=DIR/slurm.conf.
set -eu

# The port of the controller, and the first one of the hosts. Chosen; nothing else should have them.
CONTROL=17001 FIRST=17100

# configuration DIR HOST...
configuration() {
	local dir=$1 here port=$FIRST host
	here=$(hostname -s)
	shift
	cat <<-C
		ClusterName=here
		SlurmctldHost=$here(127.0.0.1)
		SlurmctldPort=$CONTROL
		AuthType=auth/munge
		AuthInfo=socket=$dir/munge/socket
		SlurmUser=root
		SlurmdUser=root
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_Core
		SchedulerType=sched/builtin
		SwitchType=switch/none
		ReturnToService=2
		SlurmdParameters=config_overrides
		StateSaveLocation=$dir/state
		SlurmdSpoolDir=$dir/spool/%n
		SlurmctldLogFile=$dir/log/slurmctld
		SlurmdLogFile=$dir/log/%n
		SlurmctldPidFile=$dir/slurmctld.pid
		SlurmdPidFile=$dir/%n.pid
	C
	[ ! -e "$dir/topology.conf" ] || echo TopologyPlugin=topology/tree
	for host; do
		echo "NodeName=$host NodeHostname=$here NodeAddr=127.0.0.1 Port=$((port++)) CPUs=8 State=UNKNOWN"
	done
	echo "PartitionName=all Nodes=$(IFS=, && echo "$*") Default=YES State=UP MaxTime=INFINITE"
}

# start DIR HOST...
start() {
	local dir=$1 host
	shift
	mkdir -p "$dir"/{state,spool,log,munge}
	chown munge "$dir/munge"
	chmod 755 "$dir" "$dir/munge"
	su -s /bin/sh munge -c "exec munged --force --socket=$dir/munge/socket --pid-file=$dir/munge/pid \
		--log-file=$dir/munge/log --seed-file=$dir/munge/seed --num-threads=1"
	configuration "$dir" "$@" >"$dir/slurm.conf"
	export SLURM_CONF=$dir/slurm.conf
	slurmctld
	for host; do
		mkdir -p "$dir/spool/$host"
		slurmd -N "$host"
	done
}

# stop DIR: end them, and wait until they have ended.
stop() {
	local pid file i
	for file in "$1"/*.pid "$1/munge/pid"; do
		[ -r "$file" ] || continue
		pid=$(cat "$file")
		kill "$pid" || continue
		for ((i = 0; i < 200; i++)); do
			[ -n "$(readlink "/proc/$pid/exe")" ] || break # an ended process that nobody has waited for has none
			sleep 0.1
		done
		[ "$i" -lt 200 ] || kill -KILL "$pid"
	done
}

"$@"
