# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
# Completion for ringgen in bash. Options and their words are what 'ringgen COMMAND --help' has, asked when they are
# wanted: there is no second list that could become stale. It is sourced by the user's shell, so it sets no options.

# The help of option $2 of the command whose help is $1, from its own line to the next option's.
_ringgen_about() {
	awk -v option="$2" '/^  (-[a-z], )?--/ { own = 0; for (i = 1; i <= 2; i++) own = own || $i == option } own' <<<"$1"
}

# The words that option $2 takes, a word a line; nothing where the help has no list.
_ringgen_words() {
	local about
	about=$(_ringgen_about "$1" "$2")
	case $2 in
	--format) # a word, blanks, and what it means
		sed -nE 's/^  --format +[A-Z]+ +/  /; s/^ +([a-z]+)  +.*/\1/p' <<<"$about" ;;
	--mpi)
		grep -owE 'mpich|openmpi' <<<"$about" | sort -u ;;
	--forms | --ops | --collective | --schedule) # the list behind the colon
		tr '\n' ' ' <<<"$about" | sed -nE 's/^[^:]*: *([^;(]*).*/\1/p' | tr -s ', ' '\n' | grep -xE '[a-z_]+' ;;
	--model) # words, each with its meaning in parentheses
		tr '\n' ' ' <<<"$about" | grep -oE '[a-z-]+ \(' | tr -d ' (' ;;
	esac
}

# Whether a -- stands before word $1.
_ringgen_is_behind() {
	local i
	for ((i = 2; i < $1; i++)); do
		[ "${COMP_WORDS[i]}" != -- ] || return 0
	done
	return 1
}

_ringgen() {
	local ringgen=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
	local command=${COMP_WORDS[1]:-} help all='' words
	COMPREPLY=()
	if [ "$word" = = ]; then # --option=: bash takes "=" for a word of its own
		word=
	elif [ "$before" = = ]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	if [ "$COMP_CWORD" = 1 ]; then
		help=$("$ringgen" --help 2>/dev/null)
		words="$(sed -nE 's/^  ([a-z-]+)( .*)?$/\1/p' <<<"$help") --help --version"
		mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
		return
	fi
	if [ "$command" = compare ] && _ringgen_is_behind "$COMP_CWORD"; then # a program, then what is its own
		[ "$before" != -- ] || mapfile -t COMPREPLY < <(compgen -c -- "$word" | LC_ALL=C sort -u)
		compopt -o filenames 2>/dev/null || :
		[ "${#COMPREPLY[@]}" -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
		return
	fi
	help=$("$ringgen" "$command" --help 2>/dev/null)
	case $before in
	--ops | --collective) # of lists the last word; generate's help has the names of all collectives
		all=${word%"${word##*,}"}
		words=$(_ringgen_words "$("$ringgen" generate --help 2>/dev/null)" --ops) ;;
	--forms)
		all=${word%"${word##*,}"}
		words=$(_ringgen_words "$help" "$before") ;;
	--model) # plan's help has the words
		words=$(_ringgen_words "$("$ringgen" plan --help 2>/dev/null)" --model) ;;
	--format | --mpi)
		words=$(_ringgen_words "$help" "$before") ;;
	*)
		if [[ $word == -* ]]; then
			words="$(grep -oE '^  (-[a-z], )?--[a-z-]+' <<<"$help" | grep -oE -e '--?[a-z-]+') --help"
		elif [ "$command $COMP_CWORD" = "export 2" ]; then
			words=$(sed -nE '1,/^ +-/s/^  ([a-z]+)  +.*/\1/p' <<<"$help")
		else # a file: of the topology, of the output, or of the option before
			compopt -o filenames 2>/dev/null || : # not within a completion: a test
			mapfile -t COMPREPLY < <(compgen -f -- "$word")
			return
		fi ;;
	esac
	mapfile -t COMPREPLY < <(compgen -P "$all" -W "$words" -- "${word#"$all"}")
}

complete -F _ringgen ringgen
