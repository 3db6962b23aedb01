# SPDX-License-Identifier: BSD-3-Clause
# shuffle.awk: the lines of the input in an order that depends on `seed` and their number alone, whatever awk it is:
# Fisher and Yates's shuffle by Park and Miller's generator, whose products are exact in doubles.
{
	line[NR] = $0
}

function random(below)
{
	state = (state * 48271) % 2147483647
	return int(state / 2147483647 * below)
}

END {
	state = seed % 2147483646 + 1
	for (i = 0; i < 8; i++)
		random(1) # small seeds begin alike
	for (i = NR; i > 1; i--) {
		j = random(i) + 1
		swapped = line[i]
		line[i] = line[j]
		line[j] = swapped
	}
	for (i = 1; i <= NR; i++)
		print line[i]
}
