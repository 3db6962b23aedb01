#!/usr/bin/env bats
# SPDX-License-Identifier: BSD-3-Clause
# What bash offers when ringgen's command line is completed.
# shellcheck disable=SC2034 # COMP_WORDS and COMP_CWORD are for the function
bats_require_minimum_version 1.5.0

ROOT=$(realpath "$BATS_TEST_DIRNAME/..")

setup() {
	RINGGEN=${RINGGEN:-$ROOT/.build/ringgen}
	# shellcheck source=/dev/null
	source "$ROOT/generator/cli/completion.bash"
	cd "$BATS_TEST_TMPDIR" || return 1
}

# offers "WORDS" WORD...: with these words on the line, the last of them not yet complete, WORDS are offered.
offers() {
	local expected=$1
	shift
	COMP_WORDS=("$RINGGEN" "$@")
	COMP_CWORD=$#
	_ringgen
	echo "$*: ${COMPREPLY[*]}"
	[ "${COMPREPLY[*]}" = "$expected" ]
}

@test "completion: commands" {
	[[ $(complete -p ringgen) == *"-F _ringgen ringgen" ]]
	offers "check advise order certify plot plan prove generate survey survey-jobs calibrate export import compare probe --help --version" ""
	offers "plot plan" pl
	offers "" nothing
}

@test "completion: each command's options are those of its help" {
	for help in "$ROOT"/generator/cli/help/*.txt; do
		command=$(basename "$help" .txt)
		[ "$command" != ringgen ] || continue
		options=$(awk '/^  -/ { sub(/^  -[a-z], /, "  "); printf "%s ", $1 }' "$help")
		offers "$options--help" "$command" --
	done
	offers "--format" order lab.xml --f
	offers "-o" order -o
}

@test "completion: values" {
	offers "names mpich openmpi rankfile slurm seq pbs intel mvapich pals cray torchrun deepspeed xml" order lab.xml --format ""
	offers "mpich openmpi" export tuning lab.xml --mpi ""
	offers "openmpi" plan --mpi o
	offers "blocking nonblocking persistent" generate --forms ""
	offers "blocking,persistent" generate --forms blocking,p
	offers "usual ideal" plan --model ""
	offers "usual ideal" generate --model ""
	offers "allgather allgatherv" generate --ops allg
	offers "scan,bcast scan,barrier" plan --collective scan,b
	offers "simgrid tuning" export ""
	offers "names mpich openmpi rankfile slurm seq pbs intel mvapich pals cray torchrun deepspeed xml" order lab.xml --format =
	offers "mpich" order lab.xml --format = mp
	offers "--pairs" compare lab.xml --p
	touch program
	offers "" compare lab.xml -- ./program --p # options of the program are not ours
	offers "program" compare lab.xml -- ./program prog
	offers "./program" compare -- ./prog
	[[ $(COMP_WORDS=("$RINGGEN" compare -- en) COMP_CWORD=3; _ringgen && echo " ${COMPREPLY[*]} ") == *" env "* ]]
	offers "scan,bcast scan,barrier" plan --collective = scan,b
}

@test "completion: files, with a blank in the name" {
	touch "my lab.xml" other.xml
	offers "my lab.xml" check my
	[ "${#COMPREPLY[@]}" = 1 ]
	offers "other.xml" order lab.xml -o oth
	offers "other.xml" export simgrid oth
}
