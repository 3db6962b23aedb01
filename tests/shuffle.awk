# SPDX-License-Identifier: BSD-3-Clause
# awk -v seed=N -f shuffle.awk: the lines of the input in a random order, the same for the same seed with any awk:
# Fisher and Yates, with the generator of Park and Miller (1988), whose products fit a double.
function random(n) {
	state = state * 16807 % 2147483647
	return int(state / 2147483647 * n)
}
{ line[NR] = $0 }
END {
	state = seed % 2147483646 + 1
	for (i = 0; i < 10; i++) # seeds that are close to each other begin alike
		random(1)
	for (i = NR; i > 1; i--) {
		k = random(i) + 1
		swap = line[i]
		line[i] = line[k]
		line[k] = swap
	}
	for (i = 1; i <= NR; i++)
		print line[i]
}
