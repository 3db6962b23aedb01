# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# up.bash: the machines, switches and links of $work/plan. For inside.sh.
# shellcheck disable=SC2154 # work is inside.sh's

NET=10.77 DATA_MAC=02:00:01:00     # what addresses in the cluster's network begin with,
CONTROL=10.78 CONTROL_MAC=02:00:02:00 # and in the control network,
LAUNCHER=$CONTROL.255.254          # where mpiexec is this one
LAUNCHER_MAC=$CONTROL_MAC:ff:ff
LAUNCHER_NAME=ringgen-launcher # plan.awk sees that no machine is called so
FRAME=1514                     # bytes

# lines KIND: what the plan says of all of a kind, without that word.
lines() {
	sed -n "s/^$1 //p" "$work/plan"
}

# By machine: its name, and what its addresses end with.
names=() tails=() mac_tails=()

read_machines() {
	local i name tail mac_tail
	while read -r i name tail mac_tail; do
		names[i]=$name tails[i]=$tail mac_tails[i]=$mac_tail
	done < <(lines machine)
}

# ---- What `ip -batch` reads

# The control network, and the machines in it.
machines() {
	local i
	echo "link set lo up"
	echo "link add ctl0 address $LAUNCHER_MAC type bridge"
	echo "addr add $LAUNCHER/16 dev ctl0"
	echo "link set ctl0 up"
	for i in "${!names[@]}"; do
		echo "netns add ${names[i]}"
		echo "link add c$i type veth peer name ctl0 address $CONTROL_MAC:${mac_tails[i]} netns ${names[i]}"
		echo "link set c$i master ctl0 up"
		echo "neigh replace $CONTROL.${tails[i]} lladdr $CONTROL_MAC:${mac_tails[i]} dev ctl0 nud permanent"
	done
}

# Switches, and devices for the links.
parts() {
	local i
	while read -r i; do
		echo "link add s$i type bridge mcast_snooping 0"
		echo "link set s$i up"
	done < <(lines switch)
	while read -r i _; do
		echo "link add l${i}a type veth peer name l${i}b"
	done < <(lines link)
}

# end DEVICE END: a machine's becomes its eth0, a switch's is one of its ports.
end() {
	local i=${2#*:}
	if [[ $2 == switch:* ]]; then
		echo "link set $1 master s$i up"
	else
		echo "link set $1 address $DATA_MAC:${mac_tails[i]}"
		echo "link set $1 netns ${names[i]} name eth0"
	fi
}

cables() {
	local i a b
	while read -r i a b _; do
		end "l${i}a" "$a"
		end "l${i}b" "$b"
	done < <(lines link)
}

# ---- What `bridge -batch` reads

# In a graph that is no tree a switch sends what is for a machine where the topology says, and nothing else anywhere.
forwards() {
	local i a b device
	grep -q '^forward ' "$work/plan" || return 0
	while read -r i a b _; do
		for device in "l${i}a $a" "l${i}b $b"; do
			[[ $device == *machine:* ]] ||
				echo "link set dev ${device% *} learning off flood off mcast_flood off bcast_flood off"
		done
	done < <(lines link)
	while read -r _ i device; do
		echo "fdb replace $DATA_MAC:${mac_tails[i]} dev $device master static"
	done < <(lines forward)
}

# All machines' tables are full from the start: all of them looking for all others at once is more than the kernel
# holds, and MPI_Init would fail. A machine's own line does no harm.
neighbours() {
	local i
	for i in "${!names[@]}"; do
		echo "neigh replace $NET.${tails[i]} lladdr $DATA_MAC:${mac_tails[i]} dev eth0 nud permanent"
	done
}

# interfaces MACHINE: inside it. TCP hands its data over in single frames (gso_max_segs): longer segments would be cut
# behind the filter's queue, and that would be so long that acknowledgements come late.
interfaces() {
	echo "link set lo up"
	echo "addr add $CONTROL.${tails[$1]}/16 dev ctl0"
	echo "link set ctl0 up"
	echo "neigh replace $LAUNCHER lladdr $LAUNCHER_MAC dev ctl0 nud permanent"
	if [ -n "${rates[$1]-}" ]; then
		echo "addr add $NET.${tails[$1]}/16 dev eth0"
		echo "link set eth0 gso_max_segs 1 up"
		cat "$work/neighbours"
	fi
}

# ---- What `tc -batch` reads

# filter DEVICE BITS LIMIT: lets so many bit/s leave and holds LIMIT bytes. A burst is what goes in 3 ms, so that a late
# timer costs nothing, and two frames at least.
filter() {
	local burst=$(($2 * 3 / 8000))
	echo "qdisc add dev $1 root tbf rate ${2}bit burst $((burst > 2 * FRAME ? burst : 2 * FRAME)) limit $3"
}

# A switch's port holds 25 ms, ten frames at least, and drops what is more. A machine does not drop what it sends: TCP
# lets each connection have only some frames in this queue, and there is room for all.
MACHINE_LIMIT=4000000

# port DEVICE END BITS: of a machine's link the rate is kept in rates, until there is eth0.
port() {
	local bytes=$(($3 / 8 / 40))
	if [[ $2 == machine:* ]]; then
		rates[${2#*:}]=$3
	else
		filter "$1" "$3" $((bytes > 10 * FRAME ? bytes : 10 * FRAME))
	fi
}

ports() {
	local i a b bits
	while read -r i a b bits; do
		port "l${i}a" "$a" "$bits"
		port "l${i}b" "$b" "$bits"
	done < <(lines link)
}

# ---- Up

# Reno in place of the kernel's default, which may be one that needs a pacing queue of its own.
SETTINGS="net.ipv4.tcp_congestion_control=reno net.core.somaxconn=4096 net.ipv4.tcp_max_syn_backlog=4096"

machine_up() {
	local name=${names[$1]}
	interfaces "$1" | ip -n "$name" -batch -
	if [ -n "${rates[$1]-}" ]; then
		filter eth0 "${rates[$1]}" $MACHINE_LIMIT | tc -n "$name" -batch -
	fi
	# shellcheck disable=SC2086 # a list of words
	ip netns exec "$name" sysctl -qw $SETTINGS
}

# The names of the machines, for programs that look up their own.
name_hosts() {
	local i
	echo "127.0.0.1 localhost"
	echo "$LAUNCHER $LAUNCHER_NAME"
	for i in "${!names[@]}"; do
		echo "$NET.${tails[i]} ${names[i]}"
	done
}

up() {
	local i rates=()
	mount -t tmpfs tmpfs /run/netns
	[ ! -e /proc/sys/net/ipv6 ] || sysctl -qw net.ipv6.conf.default.disable_ipv6=1
	echo "$LAUNCHER_NAME" >/proc/sys/kernel/hostname
	name_hosts >"$work/hosts"
	# A small system has no such file, to put this one in the place of: then /etc is a copy, here.
	if [ ! -e /etc/hosts ]; then
		cp -a /etc "$work/etc"
		: >"$work/etc/hosts"
		mount --bind "$work/etc" /etc
	fi
	mount --bind "$work/hosts" /etc/hosts
	machines | ip -batch -
	parts | ip -batch -
	cables | ip -batch -
	forwards | bridge -batch -
	ports >"$work/ports"
	tc -batch "$work/ports"
	neighbours >"$work/neighbours"
	for i in "${!names[@]}"; do
		machine_up "$i"
	done
}
