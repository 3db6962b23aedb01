# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# calibrate.bash: the flows of $work/plan, and what they carry. For inside.sh.
# shellcheck disable=SC2154 # flow is inside.sh's, the names are up.bash's

# The pairs A:B as the words that flow reads.
flow_words() {
	local pair i
	for pair; do
		for i in "${pair%:*}" "${pair#*:}"; do
			echo "/run/netns/${names[i]}" "$NET.${tails[i]}"
		done
	done
}

# seconds BITS: as long as 200 frames take, half a second at least.
seconds() {
	awk -v bits="$1" 'BEGIN { s = 200 * 1514 * 8 / bits; print (s > 0.5 ? s : 0.5) }'
}

# judge LABEL BITS LOSS, of what flow prints: both ways 0.9 of BITS, as headers take a twentieth and acknowledgements
# some more, and hardly more than BITS (of what waited for a lost segment, some may count too late); at most LOSS % of
# the segments sent again.
judge() {
	awk -v label="$1" -v bits="$2" -v loss="$3" '
	function show(bits) {
		return bits < 1e6 ? sprintf("%.3g kbit/s", bits / 1e3) : sprintf("%.4g Mbit/s", bits / 1e6)
	}
	function is_wrong(carried) {
		return carried < 0.9 * bits || carried > 1.05 * bits
	}
	{
		lost = $3 ? 100 * $4 / $3 : 100
		wrong = is_wrong($1) || is_wrong($2) || lost > loss
		printf "%s carries %s and %s back (of %s), %.1f %% sent again", label, show($1), show($2), show(bits), lost
		print wrong ? ": WRONG" : ""
		exit wrong
	}'
}

# measure LABEL BITS LOSS PAIR...: sets said. What fails is measured again after each of the pauses, as something else on
# this machine may have disturbed it for a while. Where a link failed so, the others are measured once.
measure() {
	local label=$1 bits=$2 loss=$3 figures pause
	shift 3
	for pause in 0 $pauses; do
		sleep "$pause"
		# shellcheck disable=SC2046 # a list of words
		figures=$("$flow" "$(seconds "$bits")" $(flow_words "$@")) || figures="0 0 0 0"
		said=$(judge "$label" "$bits" "$loss" <<<"$figures") && return
	done
	return 1
}

calibrate() {
	local label bits loss pairs said wrong=false pauses="0 1 2 4 8" # seconds
	while read -r label bits loss pairs; do
		# shellcheck disable=SC2086 # a list of words
		measure "$label" "$bits" "$loss" $pairs || wrong=true pauses=
		say "$said"
	done < <(lines flows)
	if $wrong; then
		say "error: a link does not carry what it should; a lower --rate may help, or an idle machine"
		exit 75
	fi
}
