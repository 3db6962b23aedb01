#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The proof at set-up: what is compiled into a program is played where its ranks are. Generated files are changed here
# so that they are wrong where no proof of the generator has been, and MPI's own collectives have to serve then.
# shellcheck disable=SC2154,SC2030,SC2031 # run sets output and stderr, in each test
load common

# rings BASE: the generated file, of rings.
rings() {
	generate "$1" "$TOPOLOGIES/chain32.xml" --prefix "$1" --ops allreduce=ring,allgather=ring,allgatherv=ring,reduce_scatter=ring,reduce_scatter_block=ring
}

# changed BASE FROM TO: the program collectives-BASE, by the ring, of whose generated file FROM became TO.
changed() {
	rings "$1"
	replace "$1" "$2" "$3"
	build collectives "$1"
}

# replace BASE FROM TO: each FROM of BASE.c, which has some, becomes TO.
replace() {
	local file=$BATS_FILE_TMPDIR/$1.c text
	text=$(<"$file")
	[[ $text == *"$2"* ]]
	printf '%s\n' "${text//"$2"/"$3"}" >"$file"
}

# rooted BASE SED: the program rooted-BASE, all of whose broadcasts are by the binomial tree, changed so.
rooted() {
	generate "$1" "$TOPOLOGIES/chain32.xml" --prefix "$1" --ops all=ring,bcast=tree:binomial,scan=chain,exscan=chain,barrier=binomial,gatherv=ordered:1,scatterv=ordered:1,alltoall=pairwise
	cp "$BATS_FILE_TMPDIR/$1.c" "$BATS_FILE_TMPDIR/$1.sound"
	sed -i "$2" "$BATS_FILE_TMPDIR/$1.c"
	run ! cmp -s "$BATS_FILE_TMPDIR/$1.c" "$BATS_FILE_TMPDIR/$1.sound"
	build rooted "$1"
}

setup_file() {
	build_yield
	local passed='r->pos - s->step + 1)'
	changed right "$passed" "$passed"
	# In the last step another block is passed on; where only five processes are, which the generator did not see.
	changed at_five "$passed" 'r->pos - s->step + 1 - (r->P == 5 && s->step == 4))'
	# A number that is out of its range, of which emitted code takes what stands there.
	changed strays "$passed" 'r->pos - s->step + 1 - (r->P == 6 && s->step == 5 ? 3 * r->P : 0))'
	# What the choices' lanes are, and what only happens in them. (No text can know that there are 96 of them: that it is
	# found all the same is what this shows, so the veil is taken off.)
	rings in_lanes
	replace in_lanes "$passed" 'r->pos - s->step + 1 - (r->P > 4 && r->veiled_lanes == 96 && s->step == 2))'
	in_lanes in_lanes 64
	FLAGS='-O1 -DRG_SEES_LANES' build collectives in_lanes
	rings two_lanes
	replace two_lanes "$passed" 'r->pos - s->step + 1 - (r->P == 7 && rg_in_lanes(r) && s->step == 2))'
	in_lanes two_lanes 64
	build collectives two_lanes
	# Where one block is empty, or two neighbours' are, and others are not.
	changed one_empty "$passed" 'r->pos - s->step + 1 - (r->P == 7 && r->len && !r->len[0] && r->len[1] && s->step == 2))'
	changed two_empty "$passed" 'r->pos - s->step + 1 - (r->P == 7 && r->len && !r->len[1] && !r->len[2] && r->len[0] && r->len[3] && s->step == 2))'
	# Where one rank is the root, or the root alone has nothing.
	rooted root "/^static int tree_bcast/,/^}/s/for (int i = 0; i < s->tree.children; i++)/if (r->P == 7 \&\& r->root == 5 \&\& r->rank == 5)\n\t\tall.len -= all.len > 0;\n\t&/"
	# Each call of its scratch takes long: so does the proof.
	local ring='static const struct rg_algorithm rg_ring_allreduce = {' scratch='.scratch = ring_landing_scratch,'
	rings slow
	replace slow "$ring" "static int64_t slowly(const struct rg *r)
{
	for (volatile long i = 0; i < 20000000; i++)
		;
	return ring_landing_scratch(r);
}

$ring"
	replace slow "$scratch" '.scratch = slowly,'
	build collectives slow
	build_plain maps
}

setup() {
	export RINGGEN_CACHE=$BATS_TEST_TMPDIR/cache
	hosts n0 n9 n17 n25 n1 n2 n3
}

# served N PROGRAM [KINDS]: N ranks get right results.
served() {
	run --separate-stderr on "$1" "collectives-$2" -k int -n 0,P-1,13,100
	echo "$output"
	echo "$stderr"
	[ "$status" = 0 ]
}

# by_ring, by_mpi: what served it, as RINGGEN_VERBOSE tells.
by_ring() {
	[[ $stderr == *"_Allreduce on $1 ranks, $1 machines: ring ("* ]]
	[[ $stderr != *"refuted"* && $stderr != *"not proved"* ]]
}
by_mpi() {
	[[ $stderr == *"_Allreduce on $1 ranks: native: its algorithm is not proved where these ranks are"* ]]
}

@test "a fault at one number of processes is found there, and MPI serves it, with one warning" {
	served 5 at_five
	[ "$(grep -c . <<<"$stderr")" = 1 ]
	[[ $stderr =~ ^"ringgen: 'at_five': allreduce by ring (and 1 other) is refuted on this communicator: MPI's own is used: " ]]
	[[ $stderr == *"5 ranks on 5 machines"* ]]
	RINGGEN_VERBOSE=1 served 5 at_five
	by_mpi 5
	[[ $stderr == *"1 of 3 algorithms are proved"* ]]
	served 4 at_five
	[ -z "$stderr" ]
	RINGGEN_VERBOSE=1 served 4 at_five
	by_ring 4
}

@test "without the proof the same fault gives wrong data" {
	RINGGEN_PROVE=off run --separate-stderr on 5 collectives-at_five -k int -n 100
	echo "$output"
	[ "$status" != 0 ]
	[[ $stderr != *refuted* ]]
	[ ! -e "$RINGGEN_CACHE" ]
}

@test "an index out of its range is found, though the compiled code does not look at it" {
	served 6 strays
	[[ $stderr == *" is refuted on this communicator"* ]]
	RINGGEN_VERBOSE=1 served 5 strays
	by_ring 5
}

@test "what runs in many lanes is played in many lanes" {
	served 5 in_lanes
	[[ $stderr == *"is refuted on this communicator"*", 96 "*"lanes"* ]]
	served 7 two_lanes
	[[ $stderr == *"is refuted on this communicator"*" lanes"* ]]
	RINGGEN_VERBOSE=1 served 6 two_lanes
	by_ring 6
}

@test "each number of lanes is out of an algorithm's sight: the compiler refuses a text that asks for it" {
	rings veiled
	replace veiled 'r->pos - s->step + 1)' 'r->pos - s->step + 1 - (r->veiled_lanes == 7))'
	run build collectives veiled
	[ "$status" != 0 ]
	[[ $output == *"poisoned"* ]]
}

@test "blocks that are empty are played one by one and two by two, without a call that has them" {
	served 7 one_empty
	[[ $stderr == *"is refuted on this communicator"*"unequal blocks"* ]]
	served 7 two_empty
	[[ $stderr == *"is refuted on this communicator"*"unequal blocks"* ]]
	RINGGEN_VERBOSE=1 served 6 two_empty
	by_ring 6
}

@test "each rank is played as the root, before it is one" {
	run --separate-stderr on 7 rooted-root -c bcast -n 3
	echo "$output" "$stderr"
	[ "$status" = 0 ]
	[[ $stderr == *"is refuted on this communicator"*"root 5"* ]]
	RINGGEN_VERBOSE=1 run --separate-stderr on 6 rooted-root -c bcast -n 3
	[ "$status" = 0 ]
	[[ $stderr != *refuted* ]]
}

@test "what was proved is known to the next run of the same code on the same places, and to no other" {
	RINGGEN_VERBOSE=1 served 5 right
	[[ $stderr == *"right: 3 of 3 algorithms are proved where these ranks are, 0 of them before"* ]]
	by_ring 5
	[ "$(find "$RINGGEN_CACHE" -name '*.proof' | wc -l)" = 3 ]
	RINGGEN_VERBOSE=1 served 5 right
	[[ $stderr == *"3 of 3 algorithms are proved where these ranks are, 3 of them before"* ]]
	# Other places, and other code.
	RINGGEN_VERBOSE=1 served 4 right
	[[ $stderr == *"3 of 3 algorithms are proved where these ranks are, 0 of them before"* ]]
	hosts n0 n9 n0 n9 n0
	RINGGEN_VERBOSE=1 served 5 right
	[[ $stderr == *"3 of 3 algorithms are proved where these ranks are, 0 of them before"* ]]
	hosts n0 n9 n17 n25 n1
	served 5 at_five
	[[ $stderr == *"refuted"* ]]
}

@test "what is refuted is not kept, and a file that is not whole is none" {
	served 5 at_five
	[ "$(find "$RINGGEN_CACHE" -type f | wc -l)" = 1 ] # its reduce_scatter
	rm "$RINGGEN_CACHE"/*
	served 4 at_five
	[ "$(find "$RINGGEN_CACHE" -type f | wc -l)" = 3 ]
	for f in "$RINGGEN_CACHE"/*; do
		truncate -s -1 "$f"
	done
	RINGGEN_VERBOSE=1 served 4 at_five
	[[ $stderr == *"3 of 3 algorithms are proved where these ranks are, 0 of them before"* ]]
	for f in "$RINGGEN_CACHE"/*; do
		echo more >>"$f"
	done
	RINGGEN_VERBOSE=1 served 4 at_five
	[[ $stderr == *" 0 of them before"* ]]
	RINGGEN_VERBOSE=1 served 4 at_five
	[[ $stderr == *" 3 of them before"* ]]
	# A pipe of that name: it is not waited for.
	for f in "$RINGGEN_CACHE"/*; do
		rm "$f"
		mkfifo "$f"
	done
	RINGGEN_VERBOSE=1 served 4 at_five
	[[ $stderr == *" 0 of them before"* ]]
}

@test "files that nobody has used for long are removed, others of the folder are not" {
	served 4 right
	touch -d "80 days ago" "$RINGGEN_CACHE"/*
	served 4 right
	[ -z "$(find "$RINGGEN_CACHE" -mtime +1)" ]
	touch -d "100 days ago" "$RINGGEN_CACHE"/* "$RINGGEN_CACHE/.new-abcdef" "$RINGGEN_CACHE/notes.txt"
	served 5 right
	[ "$(find "$RINGGEN_CACHE" -name '*.proof' | wc -l)" = 3 ]
	[ "$(find "$RINGGEN_CACHE" -mtime +1)" = "$RINGGEN_CACHE/notes.txt" ]
}

@test "the folder is the user's cache, none, or one that cannot be written to" {
	unset RINGGEN_CACHE
	XDG_CACHE_HOME=$BATS_TEST_TMPDIR/xdg served 3 right
	[ "$(find "$BATS_TEST_TMPDIR/xdg/ringgen" -type f | wc -l)" = 3 ]
	XDG_CACHE_HOME='' HOME=$BATS_TEST_TMPDIR/me served 3 right
	[ "$(find "$BATS_TEST_TMPDIR/me/.cache/ringgen" -type f | wc -l)" = 3 ]
	XDG_CACHE_HOME=$BATS_TEST_TMPDIR/none RINGGEN_CACHE=off served 3 right
	[ ! -e "$BATS_TEST_TMPDIR/none" ]
	: >"$BATS_TEST_TMPDIR/file"
	XDG_CACHE_HOME=$BATS_TEST_TMPDIR/file served 3 right
	[ -z "$stderr" ]
	RINGGEN_CACHE=$BATS_TEST_TMPDIR/file/in served 3 right
	[ "$stderr" = "ringgen: RINGGEN_CACHE: '$BATS_TEST_TMPDIR/file/in': Not a directory: what is proved is not kept" ]
}

@test "a proof that takes too long leaves the call to MPI, and more time is asked for by RINGGEN_PROVE" {
	RINGGEN_PROVE=1 served 4 slow
	# A machine that is slow or busy has no time for further algorithms of the file: these are counted beside it.
	[[ $stderr =~ "ringgen: 'slow': allreduce by ring"(" (and "[0-9]+" other"s?")")?" is not proved on this communicator within 1 s: MPI's own is used" ]]
	[[ $stderr != *refuted* ]]
	RINGGEN_PROVE=1 RINGGEN_VERBOSE=1 served 4 slow
	by_mpi 4
	RINGGEN_PROVE=0 RINGGEN_VERBOSE=1 run --separate-stderr on 4 collectives-slow -k int -n 4
	by_ring 4
}

@test "a value that is none is said, and the proof is made as usual" {
	RINGGEN_PROVE=often served 5 at_five
	[[ $stderr == *"ringgen: RINGGEN_PROVE: 'often' is not on, off or seconds: it is ignored"* ]]
	[[ $stderr == *"is refuted"* ]]
}

@test "the value of rank 0 counts for a communicator" {
	cat >"$BATS_TEST_TMPDIR/some" <<'END'
#!/bin/sh
[ "${PMI_RANK:-$OMPI_COMM_WORLD_RANK}" = 0 ] || export RINGGEN_PROVE=off
exec "$@"
END
	chmod +x "$BATS_TEST_TMPDIR/some"
	WRAPPER=$BATS_TEST_TMPDIR/some served 5 at_five
	[[ $stderr == *"is refuted"* ]]
}

@test "reductions with the same bits everywhere are served by what is proved, or by MPI with a warning" {
	RINGGEN_REPRODUCIBLE=1 run --separate-stderr on 5 collectives-at_five -k int -n 100
	[ "$status" = 0 ]
	[[ $stderr == *"the bits of its result may depend on where the ranks are"* ]]
}

@test "under MPI's own names the algorithms are proved, too, and all programs share what is known" {
	local preload=$LIBPRELOAD
	export RINGGEN_VERBOSE=1 RINGGEN_TOPOLOGY=$TOPOLOGIES/chain32.xml
	PRELOAD=$preload run --separate-stderr on 4 maps
	echo "$output" "$stderr"
	[ "$status" = 0 ]
	[[ $stderr =~ ": "([0-9]+)" of "([0-9]+)" algorithms are proved where these ranks are, 0 of them before" ]]
	[ "${BASH_REMATCH[1]}" = "${BASH_REMATCH[2]}" ]
	local proved=${BASH_REMATCH[1]}
	[ "$proved" -gt 3 ]
	build_plain maps -DANOTHER_PROGRAM
	PRELOAD=$preload run --separate-stderr on 4 maps
	[[ $stderr == *": $proved of $proved algorithms are proved where these ranks are, $proved of them before"* ]]
}
