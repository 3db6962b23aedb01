# shellcheck shell=bash
# SPDX-License-Identifier: BSD-3-Clause
# calibrate.sh: the flows of $work/plan, and what they carry. For inside.sh.
# shellcheck disable=SC2154 # flow is inside.sh's, the names are up.sh's

# The pairs A:B as the words that flow reads.
flow_words() {
	local pair i
	for pair; do
		for i in "${pair%:*}" "${pair#*:}"; do
			echo "/run/netns/${names[i]}" "$NET.${tails[i]}"
		done
	done
}

# seconds BITS: as long as 100 frames take, half a second at least.
seconds() {
	awk -v bits="$1" 'BEGIN { s = 100 * 1514 * 8 / bits; print (s > 0.5 ? s : 0.5) }'
}

# judge LABEL MOST LEAST PAIRS, of what flow prints: payload both ways between 0.9 of the LEAST and the MOST; headers take a
# twentieth, acknowledgements a little more. Of a pair that has its way for itself, under 1 % of the segments get lost;
# pairs that share a link find its capacity by losing some.
judge() {
	awk -v label="$1" -v most="$2" -v least="$3" -v pairs="$4" '
	function show(bits) {
		return bits < 1e6 ? sprintf("%.3g kbit/s", bits / 1e3) : sprintf("%.4g Mbit/s", bits / 1e6)
	}
	{
		low = $1 < $2 ? $1 : $2
		high = $1 > $2 ? $1 : $2
		lost = $3 ? $4 / $3 : 1
		wrong = low < 0.9 * least || high > most || (pairs == 1 && lost >= 0.01)
		printf "%s: %s and %s back", label, show($1), show($2)
		printf least < most ? " (link %s, flows %s)" : " (%s)", show(most), show(least)
		printf ", %.1f %% sent again%s\n", 100 * lost, wrong ? ": WRONG" : ""
		exit wrong
	}'
}

calibrate() {
	local label most least pairs figures said wrong=false
	while read -r label most least pairs; do
		# shellcheck disable=SC2046,SC2086
		figures=$("$flow" "$(seconds "$least")" $(flow_words $pairs)) || figures="0 0 0 0"
		# shellcheck disable=SC2086
		set -- $pairs
		said=$(judge "$label" "$most" "$least" $# <<<"$figures") || wrong=true
		say "$said"
	done < <(lines flows)
	if $wrong; then
		say "error: a link does not carry what it should; a lower --rate may help, or an idle machine"
		exit 75
	fi
}
