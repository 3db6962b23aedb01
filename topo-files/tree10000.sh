#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tree10000.sh >tree10000.xml: 10,000 machines behind 529 switches: one core switch, 24 aggregation
# switches, 504 edge switches (21 on each of the 24). The first 424 edge switches have 20 machines, the
# other 80 have 19.
set -eu

awk 'BEGIN {
	print "<!-- 10,000 machines behind 529 switches in three levels; made by tree10000.sh. -->"
	print "<topology name=\"tree10000\">"
	print "  <defaults bandwidth=\"1Gbps\" latency=\"50us\"/>"
	print "  <switch id=\"core\">"
	machine = 0
	for (a = 0; a < 24; a++) {
		printf "    <switch id=\"agg%02d\" bandwidth=\"100Gbps\" latency=\"2us\">\n", a
		for (e = 21 * a; e < 21 * (a + 1); e++) {
			n = e < 424 ? 20 : 19
			printf "      <switch id=\"edge%03d\" bandwidth=\"10Gbps\" latency=\"5us\">" \
				"<node id=\"n[%05d-%05d]\"/></switch>\n", e, machine, machine + n - 1
			machine += n
		}
		print "    </switch>"
	}
	print "  </switch>"
	print "</topology>"
}'
