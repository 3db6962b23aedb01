#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# make.sh NAME ENGINE FILE.net HOST: what the tools of InfiniBand print of a fabric that is played, into the folder NAME:
# net.txt (ibnetdiscover), ports.txt (the same with -p), full.txt (with -f), groups.txt (with -g), lft.txt (dump_fts), and
# OpenSM's dumps opensm-subnet.lst, opensm-lfts.dump and opensm.fdbs. Needs Debian's ibsim-utils, libumad2sim0, opensm and
# infiniband-diags, and no fabric: ibsim plays FILE.net, and opensm routes it by ENGINE (ftree, updn, minhop, dor) from
# HOST. `make.sh tree SPINES LEAVES EACH`, `make.sh torus WIDTH HEIGHT THICK` and `make.sh rails SPINES LEAVES EACH` print
# such a file: all links between two switches of a torus are THICK; with rails hosts have two ports, at neighbouring leaves.
set -eu

# fat PORTS SPINES LEAVES EACH: of each PORTS leaves, EACH hosts have a port at every one.
fat() {
	awk -v ports="$1" -v spines="$2" -v leaves="$3" -v each="$4" 'BEGIN {
		for (l = 0; l < leaves; l++) {
			printf "Switch\t%d \"leaf%d\"\n", each + spines, l
			for (h = 0; h < each; h++)
				printf "[%d]\t\"n%03d\"[%d]\n", h + 1, int(l / ports) * each + h, l % ports + 1
			for (s = 0; s < spines; s++) printf "[%d]\t\"spine%d\"[%d]\n", each + s + 1, s, l + 1
			print ""
		}
		for (s = 0; s < spines; s++) {
			printf "Switch\t%d \"spine%d\"\n", leaves, s
			for (l = 0; l < leaves; l++) printf "[%d]\t\"leaf%d\"[%d]\n", l + 1, l, each + s + 1
			print ""
		}
		for (h = 0; h < leaves / ports * each; h++) {
			printf "Hca\t%d \"n%03d\"\n", ports, h
			for (p = 0; p < ports; p++) printf "[%d]\t\"leaf%d\"[%d]\n", p + 1, ports * int(h / each) + p, h % each + 1
			print ""
		}
	}'
}

# torus WIDTH HEIGHT THICK: one host at each switch.
torus() {
	awk -v w="$1" -v h="$2" -v thick="$3" 'BEGIN {
		split("1 -1 0 0", dx, " ")
		split("0 0 1 -1", dy, " ")
		split("1 0 3 2", back, " ")
		for (i = 0; i < w * h; i++) {
			printf "Switch\t%d \"s%02d\"\n[1]\t\"n%02d\"[1]\n", 1 + 4 * thick, i, i
			for (d = 1; d <= 4; d++) {
				j = (i % w + dx[d] + w) % w + (int(i / w) + dy[d] + h) % h * w
				for (k = 0; k < thick; k++)
					printf "[%d]\t\"s%02d\"[%d]\n", 2 + (d - 1) * thick + k, j, 2 + back[d] * thick + k
			}
			print ""
		}
		for (i = 0; i < w * h; i++)
			printf "Hca\t1 \"n%02d\"\n[1]\t\"s%02d\"[1]\n\n", i, i
	}'
}

case ${1-} in
tree)
	fat 1 "${@:2}"
	exit
	;;
rails)
	fat 2 "${@:2}"
	exit
	;;
torus)
	"$@"
	exit
	;;
esac
name=$1 engine=$2 net=$3
mkdir -p "$name"
ibsim -s "$net" >"$name/ibsim.log" 2>&1 < <(sleep 60) &
played=$!
trap 'kill $played' EXIT
sleep 1
export SIM_HOST=$4
simulated() {
	LD_PRELOAD=$(ls /usr/lib/*/umad2sim/libumad2sim.so) OSM_TMP_DIR=$PWD/$name timeout 50 "$@"
}
simulated opensm -R "$engine" -D 0x43 -f "$PWD/$name/opensm.log" -o >"$name/opensm.out"
simulated ibnetdiscover >"$name/net.txt"
simulated ibnetdiscover -p >"$name/ports.txt"
simulated ibnetdiscover -f >"$name/full.txt"
simulated ibnetdiscover -g >"$name/groups.txt"
simulated dump_fts >"$name/lft.txt"
rm -f "$name"/*.log "$name/opensm.out" "$name/opensm.mcfdbs" "$name"/opensm-{lid-matrix,updn-roots}.dump
