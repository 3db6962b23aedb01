#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What commands print with --json: valid, what the manual has, and the same as they print for people. The objects
# themselves are in tests/golden, see emit.bats.
bats_require_minimum_version 1.5.0

ROOT=$(realpath "$BATS_TEST_DIRNAME/..")
COMMANDS="check order certify plan survey advise"

# A program that reads JSON: "value KEY..." prints what stands there, "value --keys" all keys, each once.
setup_file() {
	cat >"$BATS_FILE_TMPDIR/value.c" <<-'C'
		#include <json-c/json.h>
		#include <stdio.h>
		#include <stdlib.h>
		#include <string.h>

		static void keys(json_object *o)
		{
			for (size_t i = 0; json_object_is_type(o, json_type_array) && i < json_object_array_length(o); i++)
				keys(json_object_array_get_idx(o, i));
			if (json_object_is_type(o, json_type_object)) {
				json_object_object_foreach(o, key, value) {
					puts(key);
					keys(value);
				}
			}
		}

		int main(int argc, char **argv)
		{
			static char text[1 << 22];
			struct json_tokener *t = json_tokener_new();
			size_t n = fread(text, 1, sizeof text - 1, stdin);
			/* 0.18 takes what is not ASCII for control characters then */
			if (JSON_C_MINOR_VERSION != 18)
				json_tokener_set_flags(t, JSON_TOKENER_STRICT);
			json_object *o = json_tokener_parse_ex(t, text, (int)n + 1);
			if (!o || json_tokener_get_error(t) != json_tokener_success || text[n - 1] != '\n')
				return fputs("this is not JSON\n", stderr), 1;
			if (argc > 1 && strcmp(argv[1], "--keys") == 0)
				return keys(o), 0;
			for (int i = 1; i < argc; i++)
				if (json_object_is_type(o, json_type_array))
					o = json_object_array_get_idx(o, strtoul(argv[i], NULL, 10));
				else if (!json_object_object_get_ex(o, argv[i], &o))
					return fprintf(stderr, "there is no %s\n", argv[i]), 1;
			puts(o ? json_object_get_string(o) : "null");
			return 0;
		}
	C
	# shellcheck disable=SC2046
	"${CC:-gcc}" -std=gnu11 -Wall -Wextra -Werror -o "$BATS_FILE_TMPDIR/value" "$BATS_FILE_TMPDIR/value.c" $(pkg-config --cflags --libs json-c)
}

setup() {
	RINGGEN=${RINGGEN:-$ROOT/.build/ringgen}
	cd "$ROOT/topo-files" || return 1
}

# json ARGUMENT...: the command's object, in $output; its status may be any.
json() {
	run --separate-stderr "$RINGGEN" "$@" --json
}

# is VALUE KEY...: that stands in $output.
is() {
	local found
	found=$("$BATS_FILE_TMPDIR/value" "${@:2}" <<<"$output")
	echo "${*:2}: $found"
	[ "$found" = "$1" ]
}

@test "each command's object says what it is, and is nothing else" {
	local hosts
	for command in $COMMANDS; do
		hosts=()
		[ "$command" != survey ] || hosts=(--hosts "n0,n4")
		json "$command" pair.xml "${hosts[@]}"
		[ "$status" = 0 ]
		[ -z "$stderr" ]
		is "$command" command
		is 1 format
		is pair.xml file
		is pair topology
		is "$("$RINGGEN" --version | cut -d ' ' -f 2)" ringgen
	done
}

@test "an order that is refuted: the verdict, the link, and the pairs that meet there" {
	printf '%s\n' n0 n4 n1 n5 >"$BATS_TEST_TMPDIR/order"
	run -1 "$RINGGEN" certify pair.xml --order "$BATS_TEST_TMPDIR/order"
	text=$output
	json certify pair.xml --order "$BATS_TEST_TMPDIR/order"
	[ "$status" = 1 ]
	is refuted verdict
	is 2 highest_load
	[[ $text == *"s0 -> s1"* ]]
	is s0 overloaded 0 from
	is s1 overloaded 0 to
	is 2 overloaded 0 load
	is n0 overloaded 0 pairs 0 from
	is n4 overloaded 0 pairs 0 to
	printf '%s\n' n0 elsewhere >"$BATS_TEST_TMPDIR/order"
	json certify pair.xml --order "$BATS_TEST_TMPDIR/order"
	[ "$status" = 3 ]
	is unknown verdict
}

@test "parts that nothing joins: what holds within each, an order that collides in one of them too" {
	cat >"$BATS_TEST_TMPDIR/apart.xml" <<-E
		<topology name="apart">
		  <switch id="a"><switch id="a0"><node id="n[0-1]"/></switch><switch id="a1"><node id="n[2-3]"/></switch></switch>
		  <switch id="b"><node id="m[0-3]"/></switch>
		</topology>
	E
	printf '%s\n' n0 m1 n2 m0 n1 m2 n3 m3 >"$BATS_TEST_TMPDIR/order" # all neighbours are apart
	json certify "$BATS_TEST_TMPDIR/apart.xml" --order "$BATS_TEST_TMPDIR/order"
	[ "$status" = 3 ]
	is unknown verdict
	is refuted parts 0 verdict
	is '[ "n0", "n2", "n1", "n3" ]' parts 0 hosts
	is a parts 0 overloaded 0 from
	is 2 parts 0 overloaded 0 load
	is 1 parts 0 overloaded 0 pairs 0 from_rank
	is proved parts 1 verdict
	is 4 parts 1 ranks
	is '[ "m1", "m0", "m2", "m3" ]' parts 1 hosts
	json certify pair.xml
	is "[ ]" parts
}

@test "what is proved: contention free, on any way, or within capacity" {
	json certify pair.xml
	is "contention free" claim
	sed 's|</topology>|<switch id="t"/><link a="s0" b="t"/><link a="t" b="s0"/><node id="x"/><link a="t" b="x"/>&|' \
		pair.xml >"$BATS_TEST_TMPDIR/several.xml"
	json certify "$BATS_TEST_TMPDIR/several.xml"
	[ "$status" = 5 ]
	is proved verdict
	is "contention free on any way" claim
	sed 's|<switch id="s1"|& bandwidth="3Gbps"|' pair.xml >"$BATS_TEST_TMPDIR/fast.xml"
	grep -q 3Gbps "$BATS_TEST_TMPDIR/fast.xml"
	printf '%s\n' n0 n4 n1 n5 >"$BATS_TEST_TMPDIR/order"
	json certify "$BATS_TEST_TMPDIR/fast.xml" --order "$BATS_TEST_TMPDIR/order"
	[ "$status" = 0 ]
	is proved verdict
	is "within capacity" claim
	is 2 highest_load
}

@test "an order, a plan and a survey are those that are printed for people" {
	json order pair.xml --hosts n5,n0,n4
	for i in 0 1 2; do
		is "$("$RINGGEN" order pair.xml --hosts n5,n0,n4 | sed -n "$((i + 1))p")" order $i host
	done
	json plan chain32.xml --collective bcast --size 1M
	is "$("$RINGGEN" plan chain32.xml --collective bcast --size 1M --csv | sed -n 2p | cut -d, -f4)" collectives 0 candidates 0 algorithm
	json plan chain32.xml --collective bcast
	is false collectives 0 plan 0 native
	is 0 collectives 0 plan 0 from_bytes
	json plan chain32.xml --collective bcast --mpi mpich
	is true collectives 0 plan 0 native
	json survey chain32.xml --hosts n0,n8
	is "$("$RINGGEN" survey chain32.xml --hosts n0,n8 | sed -n 's/^pair [^ ]* //p' | cut -d ' ' -f 2 | head -n 1)" pairs 0 b_rank
}

@test "a number reads back as it is" {
	json check chain32.xml
	is 125000000 slowest_link bandwidth_bytes_per_second
	json plan chain32.xml --collective allreduce --size 64K
	first=$("$BATS_FILE_TMPDIR/value" collectives 0 candidates 0 seconds <<<"$output")
	csv=$("$RINGGEN" plan chain32.xml --collective allreduce --size 64K --csv | sed -n 2p | cut -d, -f7)
	awk -v a="$first" -v b="$csv" 'BEGIN { exit !(a > 0 && (a - b) ^ 2 < (1e-8 * a) ^ 2) }'
}

@test "errors are told as without it, and nothing is printed" {
	echo '<topology name="t"><node id="a"/><node id="a"/></topology>' >"$BATS_TEST_TMPDIR/wrong.xml"
	json certify "$BATS_TEST_TMPDIR/wrong.xml"
	[ "$status" = 4 ]
	[ -z "$output" ]
	[[ $stderr == *"wrong.xml:1: error: "* ]]
	json generate pair.xml
	[ "$status" = 2 ]
	[[ $stderr == *"--json is for check, order, certify, survey, plan, advise"* ]]
	json order pair.xml --format xml
	[ "$status" = 2 ]
}

@test "a file's name may have any bytes" {
	name=$BATS_TEST_TMPDIR/$(printf 'a"\\\377b.xml')
	cp pair.xml "$name"
	json check "$name"
	[ "$status" = 0 ]
	is "$BATS_TEST_TMPDIR/a\"\\$(printf '\357\277\275')b.xml" file
}

@test "the manual has each key" {
	for file in "$ROOT"/tests/golden/*.json; do
		"$BATS_FILE_TMPDIR/value" --keys <"$file"
	done | sort -u >"$BATS_TEST_TMPDIR/keys"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/keys")" -gt 50 ]
	while read -r key; do
		grep -qw -- "$key" "$ROOT/generator/man/ringgen-json.5" || {
			echo "$key is not in the manual"
			return 1
		}
	done <"$BATS_TEST_TMPDIR/keys"
}
