#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# Are tuning files right for all correct programs? Each rule that `ringgen export tuning` writes for a topology file is put
# into a file for as few ranks as there is room for here, and mpi/agreed.c calls around its sizes what MPI lets programs
# call. Lists of rules that differ in sizes alone are tried once, on a few numbers of ranks. EVERY=1 takes more orders of
# ranks, tree10000.xml as a whole (minutes), all sizes and numbers; ONLY=NAME takes one collective's.
# shellcheck disable=SC2154 # run sets output and stderr
load common

setup_file() {
	[ -z "$SAN" ] || return 0
	build_yield
	build_plain agreed
	export ASSUMED=
}

setup() {
	[ -z "$SAN" ] || skip "what runs is the MPI library's own code"
	[ "$MPI" != abi ] || skip "a tuning file is for a library by its own name"
	cd "$BATS_TEST_TMPDIR" || return 1
}

# ---- The files

# The topologies, and where ranks are in each, one on each machine if nothing is said.
exports() {
	local t each
	for t in "$TOPOLOGIES"/*.xml; do
		case $t in
		*/tree10000.xml)
			[ -z "${EVERY:-}" ] || echo "$t"
			echo "$t --hosts $(printf 'n%05d,' {0..9999..400})n09999" # 26 ranks
			echo "$t --hosts $(printf 'n%05d,' {0..15})n09999"
			;;
		*) for each in 1 2 ${EVERY:+3 4 8}; do echo "$t --ranks-per-node $each"; done ;;
		esac
	done
	t=$TOPOLOGIES/chain32.xml
	echo "$t --hosts n0,n8,n16,n24"
	echo "$t --hosts n0,n4,n8,n12,n16,n20,n24,n28"
	echo "$t --hosts n0,n8,n16"
	echo "$t --hosts n0,n1,n8,n9,n16,n24"
	echo "$TOPOLOGIES/pair.xml --hosts n0,n1,n2,n4,n5"
	echo "$TOPOLOGIES/smp4x8.xml --hosts m0,m1,m2 --ranks-per-node 5"
	[ -z "${EVERY:-}" ] || echo "$t --root 9"
}

# kind_of RANKS: algorithms ask for a power of two, or an even number.
kind_of() {
	if (($1 & ($1 - 1))); then (($1 % 2)) && echo odd || echo even; else echo power; fi
}

# As few ranks of a kind as can be.
few() {
	case $1 in
	power) echo 2 ${EVERY:+4} 8 ;;
	even) echo 6 ;;
	odd) echo 3 ${EVERY:+5} 7 ;;
	esac
}

# Open MPI's file as a line for each collective: its number, its name, the ranks, and the rules with ; between.
rules_of_openmpi() {
	awk '
		$2 == "#" && NF == 3 && $3 !~ /^(rules|ranks|collectives)$/ { id = $1; name = $3 }
		$2 == "#" && $3 == "ranks" && NF == 3 { ranks = $1; rules = ""; next }
		$2 == "#" && $3 == "rules" { left = ranks ? $1 : 0; next } # they stand twice
		left && NF > 4 {
			rules = rules $1 " " $2 " " $3 " " $4 ";"
			if (!--left) { print name ":" id, ranks, rules; ranks = 0 }
		}' "$1"
}

# MPICH's the same, with the tree of conditions.
rules_of_mpich() {
	jq -r 'to_entries[] | .key as $k | .value["comm_type=intra"]? // empty | to_entries
		| map(select(.key | test("^comm_size<=[0-9]+$")))
		| .[] | ($k | ltrimstr("collective=")) + ":0 " + (.key | ltrimstr("comm_size<=")) + " " + (.value | tojson)' "$1"
}

# The rules that there are, each once: a kind of ranks, NAME:NUMBER, rules.
all_rules() {
	local what name ranks rules
	while read -r what; do
		# shellcheck disable=SC2086 # words
		"$RINGGEN" export tuning $what --mpi "$MPI" ${ASSUMED:+--assume $ASSUMED} -o base >log
		"rules_of_$MPI" "$(ls base.conf base.json 2>/dev/null)" | while read -r name ranks rules; do
			echo "$(kind_of "$ranks") $name $rules"
		done
	done < <(exports) | grep -E " ${ONLY:-.*}:" | sort -u | awk -v every="${EVERY:-}" '
		{ key = $0; gsub(/_msg_size<=?[0-9]+/, "", key); gsub(/;[0-9]+ /, ";", key) }
		every || !seen[key]++'
}

# ---- A file of some of them

# file_of_openmpi KIND <RULES: for all numbers of ranks of that kind that there is room for. Each size stands twice, as
# generator/native/openmpi_file.c has it.
file_of_openmpi() {
	local name rules k n sizes size
	echo "$(wc -l <chosen) # collectives"
	while read -r _ name rules; do
		n=$(tr -dc ';' <<<"$rules" | wc -c)
		read -ra sizes < <(few "$1")
		echo "${name#*:} $((1 + 4 * ${#sizes[@]}))"
		echo "0 1 0 0 0 0"
		for k in "${sizes[@]}"; do
			echo "$k 1 0 0 0 0"
			for size in $k $((k + 1)); do
				echo "$size $n"
				tr ';' '\n' <<<"${rules%;}"
			done
			echo "$((k + 1)) 1 0 0 0 0"
		done
	done <chosen
}

file_of_mpich() {
	local name rules sizes
	read -ra sizes < <(few "$1")
	cp own.json file.json
	while read -r _ name rules; do
		jq --arg c "collective=${name%:*}" --argjson o "$rules" --arg sizes "${sizes[*]}" '
			.[$c]["comm_type=intra"] as $all | ($all["comm_size=any"] // $all) as $own
			| .[$c]["comm_type=intra"] = (reduce ($sizes | split(" ") | .[] | tonumber) as $n ({};
				. + {"comm_size<=\($n - 1)": $own, "comm_size<=\($n)": $o})
				+ {"comm_size=any": $own})' file.json >new.json
		mv new.json file.json
	done <chosen
	cat file.json
}

# cases KIND FIRST <RULES: around each size at which something changes; and, if it is the first file of its kind, of all
# collectives some sizes.
cases() {
	local name rules k from
	for k in $([ "$2" = 0 ] || few "$1"); do
		for name in $(collective_names); do
			echo "$name $k 0"
			echo "$name $k 24"
		done
	done
	while read -r _ name rules; do
		for k in $(few "$1"); do
			printf "${name%:*} $k %s\n" 0 24 4096
			for from in $(if [ "$MPI" = openmpi ]; then tr ';' '\n' <<<"$rules" | awk '{print $1}'; else
				grep -oE '_msg_size<=?[0-9]+' <<<"$rules" | grep -oE '[0-9]+'; fi | sort -nu); do
				echo "${name%:*} $k $from"
			done
		done
	done
	case $1 in
	power) echo "between 4 4 64" && echo "between 2 1 4096" ;;
	even) echo "between 4 2 64" ;;
	odd) echo "between 5 2 64" ;;
	esac
	echo "gather 1 64"
	echo "allreduce 1 64"
}

# What MPICH's devices choose before is left to the file for what is in it.
tell() {
	local name
	if [ "$MPI" = openmpi ]; then
		export OMPI_MCA_coll_tuned_use_dynamic_rules=1 OMPI_MCA_coll_tuned_dynamic_rules_filename=$PWD/file
		return
	fi
	export MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=$PWD/file MPIR_CVAR_NUM_CLIQUES=2
	while read -r _ name _; do
		name=${name%:*}
		export "MPIR_CVAR_${name^^}_DEVICE_COLLECTIVE=0"
	done <chosen
}

# try_rules: all of all_rules, as many at once as can be: one of each collective.
try_rules() {
	local kind runs=0 first
	all_rules >all
	cat all
	[ -s all ]
	# What the library has built in, where a file has nothing to say.
	[ "$MPI" = openmpi ] || "$RINGGEN" export tuning "$TOPOLOGIES/pair.xml" --hosts n0 -o own >log
	for kind in power even odd; do
		grep "^$kind " all >left || continue
		first=1
		while [ -s left ]; do
			awk '!seen[$2]++' left >chosen
			grep -vxFf chosen left >rest || :
			mv rest left
			"file_of_$MPI" $kind >file
			cases $kind $first <chosen >around
			first=0
			rm -f around.came
			runs=$((runs + 1))
			(
				tell
				cat chosen file
				# shellcheck disable=SC2046,SC2086 # words
				on $(few $kind | awk '{print $NF}') agreed around ${ASSUMED//,/ } >out 2>&1 || :
				grep -v yaksa out
				grep -q "^agreed: ok, [1-9]" out
			)
		done
	done
	[ "$runs" -gt 0 ]
}

@test "each rule for an allreduce is right for whatever a correct program calls" {
	ONLY=allreduce try_rules
}

# bats test_tags=long
@test "each rule that is exported is right for whatever a correct program calls" {
	try_rules
}

# bats test_tags=long
@test "what is exported for programs that keep to more is right for these" {
	ASSUMED=commuting,alike try_rules
}
