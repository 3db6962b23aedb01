#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# The sources: format, scripts, licence lines, and includes that point one way.
bats_require_minimum_version 1.5.0
load rows

setup() {
	cd "$BATS_TEST_DIRNAME/.." || return 1
}

sources() {
	find generator templates runtime tests examples -name '*.[ch]' -not -path 'tests/golden/*' # those: emit.bats
}

scripts() {
	find tests generator runtime examples topo-files .ci -name '*.sh' -o -name run -type f -o -path '.ci/*' -type f
}

@test "C sources are formatted: make format" {
	command -v clang-format >/dev/null || skip "no clang-format is here"
	# Versions differ in macros over several lines and in structures without a name.
	[[ $(clang-format --version) == *"version 14."* ]] || skip "the sources are as clang-format 14 formats them"
	sources | xargs timeout 120 clang-format --dry-run -Werror
}

@test "scripts and suites pass shellcheck" {
	command -v shellcheck >/dev/null || skip "no shellcheck is here"
	scripts | xargs timeout 60 shellcheck -x
	timeout 60 shellcheck generator/cli/completion.bash
	timeout 120 shellcheck -s bash tests/*.bats tests/*.bash tests/cluster/*.bash
}

@test "Spack's recipe is Python" {
	command -v python3 >/dev/null || skip "no python3 is here"
	PYTHONPYCACHEPREFIX=$BATS_TEST_TMPDIR python3 -m py_compile examples/packaging/spack/package.py
}

@test "scripts stop at errors" {
	for f in $(scripts); do
		grep -qE '^set -e(u|uo pipefail)$' "$f"
	done
}

@test "no Bats test ends with a bare !, which Bats 1.8 does not see" {
	run ! grep -nE '^[[:space:]]*! ' tests/*.bats
}

@test "no Bats test asks for what is not in stderr by run, which forgets it in Bats 1.13" {
	# shellcheck disable=SC2016 # a pattern
	run ! grep -nE '(^|[[:space:]])run ! .*<<<"\$stderr"' tests/*.bats
}

@test "each source says its licence and its job" {
	# shellcheck disable=SC2016 # awk's
	find generator runtime tests examples -name '*.[ch]' | grep -v tests/golden/ | xargs awk '
		FNR == 1 && $0 != "/* SPDX-License-Identifier: BSD-3-Clause" || FNR == 2 && !/^ \* ./ { print FILENAME; odd = 1 }
		FNR == 2 { nextfile }
		END { exit odd }'
	# shellcheck disable=SC2016
	{ scripts && printf '%s\n' tests/*.bats; } | xargs awk '
		FNR == 2 && $0 != "# SPDX-License-Identifier: BSD-3-Clause" { print FILENAME; odd = 1 }
		FNR == 2 { nextfile }
		END { exit odd }'
}

# naming NAME...: which sources, but the algorithms, name one of these collectives outside comments: with what MPI, C and
# we put before and behind a name.
naming() {
	local files
	mapfile -t files < <(find generator runtime Makefile tests/*.bash tests/mpi/{rest,from_file,routines}.[ch] \
		tests/mpi/differ/rows.[ch] -name '*.[ch]' -o -name '*.sh' -o -name '*.awk' -o -name '*.txt' -o -name '*.bash' \
		-o -name '*.def' -o -name Makefile)
	[ "${#files[@]}" -gt 300 ] || return 1
	awk -v names="($(IFS='|' && echo "$*"))" '
		BEGIN { named = "(^|[^a-z_])(name_|p?mpi_|mpir_|rg_(begin_|call_|row_)?)?i?" names "(_init)?(_c)?(_f08)?_*([^a-z_]|$)" }
		FNR == 1 { inside = 0; c = FILENAME ~ /\.([ch]|def)$/ }
		!c && /^[ \t]*#/ { next }
		c {
			gsub(/\/\*([^*]|\*[^\/])*\*\//, " ")
			if (inside && !sub(/^.*\*\//, "")) next
			inside = sub(/\/\*.*/, "")
		}
		tolower($0) ~ named { print FILENAME; nextfile }' "${files[@]}" | LC_ALL=C sort -u
}

@test "what is made of the rows of collectives.def is not written by hand, too" {
	# Words that mean nothing else.
	run -0 naming allgatherv gatherv scatterv exscan reduce_scatter_block
	diff - <(printf '%s\n' "${lines[@]}") <<-'FILES'
		generator/cli/advise_command.c
		generator/cli/help/advise.txt
		generator/cli/help/plan.txt
		generator/native/agreement.c
		generator/native/mpich_usual.c
		generator/native/natives.c
		generator/native/openmpi_choice.c
		generator/native/openmpi_file.c
		runtime/ringbench/guidelines.c
		runtime/ringbench/irregular.c
		runtime/ringbench/old.c
		runtime/ringbench/ringbench.txt
		runtime/ringgen/collectives.def
	FILES
	# The rows are those that the suites read, in the order of the list, and each has its names in three spellings.
	diff <(rows 1) <(sed -nE 's/^\tRG_ROW_([A-Z_]+)\(ROW\).*/\1/p' runtime/ringgen/collectives.def)
	diff <(rows 1) <(collective_names | tr '[:lower:]' '[:upper:]')
	diff <(collective_entries) <(collective_names | sed 's/./\u&/')
}

# includes ROOT: lines "A B" for each "A.c or A.h includes B.h".
includes() {
	for f in "$1"/*/*.[ch] "$1"/*/*/*.[ch]; do
		[ -e "$f" ] || continue
		own=${f#"$1"/}
		own=${own%.*}
		sed -n "s|^#include \"\(.*\)\.h\"$|$own \1|p" "$f" | grep -vx "$own $own" || :
	done
}

@test "the generator's includes point one way, end in main, and none is MPI" {
	run ! grep -rnE '#include [<"]mpi' generator --include='*.[ch]'
	includes generator >"$BATS_TEST_TMPDIR/includes"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/includes")" -gt 50 ]
	run tsort "$BATS_TEST_TMPDIR/includes" # fails when there is a loop
	echo "$output"
	[ "$status" = 0 ]
	[ "${lines[0]}" = cli/main ]
}

@test "so do the runtime's" {
	includes runtime >"$BATS_TEST_TMPDIR/includes"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/includes")" -gt 50 ]
	run tsort "$BATS_TEST_TMPDIR/includes"
	echo "$output"
	[ "$status" = 0 ]
}

# The stages in the order of the data flow; the runtime's layers, the lowest first.
STAGES=(base fabric import order job certify engine prove cost plan native emit calibrate compare show cli)
LAYERS=(mpi transport communicator call entry)

# upward ROOT FOLDER...: includes of a folder that comes later in the list.
upward() {
	local root=$1 folder header later
	shift
	while [ $# -gt 0 ]; do
		folder=$1
		shift
		later=" $* "
		while IFS=: read -r file header; do
			[[ $later != *" ${header%%/*} "* ]] || echo "$file includes $header"
		done < <(grep -o '^#include "[^"]*/[^"]*"' -r "$root/$folder" |
			sed 's/#include "//; s/"$//')
	done
}

@test "folders include what comes before them in the data flow" {
	diff <(cd generator && printf '%s\n' *) <(printf '%s\n' "${STAGES[@]}" library man prover without | sort)
	grep -qF -e "- \`generator/\`: $(printf '%s, ' "${STAGES[@]}" | sed 's/, $//')." CONTRIBUTING.md
	run upward generator "${STAGES[@]}"
	echo "$output"
	[ -z "$output" ]
	run upward runtime "${LAYERS[@]}"
	echo "$output"
	[ -z "$output" ]
}

@test "a source is headed by its name, and comments name headers that are there" {
	local f name headers
	for f in generator/*/*.[ch]; do
		name=$(sed -nE '2s/^ \* ([a-z_]+): .*/\1/p' "$f")
		[ "$f" = generator/cli/main.c ] || [ -z "$name" ] || [ "$name" = "$(basename "${f%.*}")" ]
	done
	headers=$(find generator runtime templates tests examples -name '*.h' -printf '%f\n' | sort -u)
	run comm -13 <(printf '%s\n' "$headers" mpi.h mpif.h | sort -u) <(
		grep -rhE '^[[:space:]]*(/?\*|//)|/\*' generator runtime templates --include='*.[ch]' |
			grep -oE '[(/ ][a-z_]+\.h\b' | sed 's/^.//' | sort -u)
	echo "$output"
	[ -z "$output" ]
}

@test "the runtime knows no XML, and of the generator what is a library: the player, of preload the planner, of ringbench base" {
	run ! grep -rnE '#include [<"](libxml|\.\./)' runtime
	while read -r header; do
		[ -e "runtime/$header" ] || [ "$header" = library/player.h ]
	done < <(find runtime -name '*.[ch]' ! -path '*/preload/*' ! -path '*/ringbench/*' -exec sed -n 's/^#include "\(.*\)"$/\1/p' {} +)
	run ! grep -rhE '^#include "(fabric|import|order|certify|engine|prove|cost|plan|native|emit|calibrate|show|cli|library)/' runtime/ringbench
}

@test "the sources name no folder of the machine they were written on" {
	run ! grep -rnE '/(work|root|home)/' generator templates runtime tests examples topo-files .ci Makefile ./*.md \
		--exclude=style.bats --exclude=emit.bats
}

@test "no algorithm can tell the proof from the run" {
	run ! grep -rnE 'RINGGEN_|->strict|\.strict|rg_stray|rg_ready' templates runtime/ringgen/parts --include='*.[ch]' \
		--exclude-dir=frame
}

@test "names of templates are their own: any two may be emitted into one file" {
	local twice
	twice=$(grep -hoE '^(static|enum|struct) [^=;]*[ *]([a-z_0-9]+)(\(| \{$)' templates/*/[a-z]*.c runtime/ringgen/parts/*.h |
		sed -E 's/(\(| \{)$//; s/.*[ *]//' | sort | uniq -d)
	echo "$twice"
	[ -z "$twice" ]
}

# opened TEMPLATE: the files that its reader opens: itself, the parts and headers that it includes, and what these do, up to
# engine.h.
opened() {
	local files=("$1") i included
	for ((i = 0; i < ${#files[@]}; i++)); do
		[[ ${files[i]} != */engine.h ]] || continue
		while read -r included; do
			[ -e "templates/$included" ] && included=templates/$included || included=runtime/$included
			[[ " ${files[*]} " == *" $included "* ]] || files+=("$included")
		done < <(sed -n 's/^#include "\(.*\)"$/\1/p' "${files[i]}")
	done
	printf '%s\n' "${files[@]}"
}

@test "an algorithm is read in six files at most, but for those that put three parts together" {
	local f most files
	for f in templates/*/*.c; do
		case $f in
		*/parts/* | */frame/*) continue ;;
		# Windows inside machines and a factored exchange between them, which has a fold: each is a pair of files.
		*/allreduce/shared_factored.c | */allreduce/shared_leaders.c) most=9 ;;
		# The same, and columns.
		*/allgather/shared_factored.c | */reduce_scatter/shared_factored.c) most=10 ;;
		*) most=6 ;;
		esac
		files=$(opened "$f")
		echo "$files"
		[ "$(wc -l <<<"$files")" -le "$most" ]
	done
	[ "$(opened templates/allgather/ring.c | wc -l)" = 3 ]
}

@test "a source has 600 lines at most; engine.h, the contract of all algorithms, has more" {
	local longer
	longer=$(find generator runtime templates -name '*.[ch]' -exec wc -l {} + | awk '$2 != "total" && $1 > 600 { print $2 }')
	[ "$longer" = runtime/ringgen/engine.h ]
}

# Tags, types, functions, macros and constants, "NAME BUILDING" each; those that begin otherwise are of one file.
names() {
	find generator runtime templates -name '*.[ch]' |
		ctags -x --languages=C --langmap=C:+.h --c-kinds=defgstuv -L - |
		awk '/^(rg|RG)_/ { sub("/.*", "", $4); print $1, $4 }' | sort -u
}

@test "a name is defined in one building, the generator, the runtime or the templates" {
	command -v ctags >/dev/null || skip "no ctags is here"
	local twice
	names >"$BATS_TEST_TMPDIR/names"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/names")" -gt 2000 ]
	# RG_COLLECTIVE is a row of collectives.def: who reads that defines it, and takes it back.
	twice=$(cut -d ' ' -f 1 "$BATS_TEST_TMPDIR/names" | uniq -d | grep -vx RG_COLLECTIVE || :)
	echo "$twice"
	[ -z "$twice" ]
}

@test "what one place does is done by hand nowhere else" {
	# FNV's primes, XML's escapes, the first bytes of UTF-8, union-find, and the files that a template includes.
	[ "$(grep -rlE '1099511628211|16777619' generator runtime --include='*.[ch]')" = runtime/ringgen/fnv.h ]
	run ! grep -rlE '&(amp|lt|quot);' generator runtime --include='*.[ch]'
	[ "$(grep -rlE '0xed ' generator runtime --include='*.[ch]')" = generator/base/utf8.c ]
	[ "$(grep -rlE 'set\[set\[' generator runtime --include='*.[ch]')" = generator/base/sets.c ]
	[ "$(grep -rlF '= "#include \"' generator --include='*.[ch]')" = generator/base/excerpts.c ]
}

@test "each suite and each unit has its stage in tests/README.md" {
	for f in tests/unit/*.c; do
		grep -qE "^\| [^|]+\| [^|]*\`$(basename "$f" .c)\`" tests/README.md
	done
	for f in tests/*.bats; do
		grep -qE "^\|[^|]+\|[^|]*\| .*\`$(basename "$f" .bats)\`" tests/README.md
	done
}

@test "nothing was added to the top level by mistake" {
	git rev-parse --git-dir >/dev/null 2>&1 || skip "this is no checkout"
	run -0 git ls-files
	[ "$(cut -d / -f 1 <<<"$output" | LC_ALL=C sort -u | tr '\n' ' ')" = \
		".ci .clang-format .gitignore CHANGELOG.md CITATION.cff CONTRIBUTING.md LICENSE Makefile README.md examples generator runtime templates tests topo-files " ]
}
