#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# report.sh RESULTS [SKIPPED]: from the series RESULTS/*.csv (bench.sh) a page, RESULTS/README.md, and a picture of each.
# SKIPPED is a file with a line for each series that could not be measured, and why.
# shellcheck disable=SC2016 # what is in single quotes is for awk
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
results=$1 skipped=${2:-}
new=$(mktemp)
trap 'rm -f "$new"' EXIT

# picture NAME TITLE: time against size, a line an algorithm, and the bound. The plan, which is what a user gets, is in
# front of its candidates.
picture() {
	local csv=$results/$1.csv labels
	labels=$(awk -F, 'NR > 1 { print $1 }' "$csv" | sort -u | wc -l)
	command -v gnuplot >/dev/null && [ "$labels" = 1 ] || return 0
	gnuplot <<-END
		set terminal svg size 900,500 font "sans,13" background "white"
		set output "$results/$1.svg"
		set datafile separator ","
		set title "$2"
		set xlabel "size of the vector"
		set ylabel "milliseconds"
		set logscale xy 2
		set logscale y 10
		set xtics ("8 B" 8, "32 B" 32, "128 B" 128, "512 B" 512, "2 KiB" 2048, "8 KiB" 8192, "32 KiB" 32768, \
			"128 KiB" 131072, "512 KiB" 524288, "2 MiB" 2097152, "8 MiB" 8388608, "32 MiB" 33554432)
		set key outside right center reverse Left samplen 2
		set grid linetype 1 linecolor rgb "#bbbbbb" linewidth 0.5
		names = system("awk -F, 'NR > 1 && !/#/ && \$3 != \"planned\" && !seen[\$3]++ { printf \"%s \", \$3 }' '$csv'")
		ours = system("awk -F, 'NR > 1 && \$3 == \"planned\" && !seen++ { printf \"planned\" }' '$csv'")
		plot for [a in names] "< awk -F, -v a=" . a . " '\$3 == a' '$csv' | sort -t, -n -k 4" \
			using 4:(\$9 / 1000) with linespoints pointsize 0.7 title a, \
			"< awk -F, 'NR > 1 && \$12 != \"\" && !seen[\$4]++' '$csv' | sort -t, -n -k 4" \
			using 4:(\$12 / 1000) with lines dashtype 2 linecolor "black" title "bound", \
			for [a in ours] "< awk -F, -v a=" . a . " '\$3 == a' '$csv' | sort -t, -n -k 4" \
			using 4:(\$9 / 1000) with linespoints linecolor rgb "#d55e00" linewidth 3 pointtype 7 pointsize 0.8 title a
	END
}

# legend TOP: gnuplot's lines that make the next plot, of nothing, the legend of all panels, below that height.
legend() {
	cat <<-END
		set origin 0,0
		set size 1,1
		set lmargin at screen 0.02
		set rmargin at screen 0.98
		set tmargin at screen $1
		set bmargin at screen 0.01
		unset title
		unset xlabel
		unset ylabel
		unset border
		unset tics
		unset grid
		set xrange [1:2]
		set yrange [1:2]
		set key center center horizontal
	END
}

# first TITLE: what follows on standard input, and the picture of the README: MPICH, Open MPI and ringgen over both, as
# multiples of the bound, with the ranks in the order of the wires and shuffled. What ringgen is there, excerpt.sh says.
# Each series is a run for each order, in which the peers took turns.
first() {
	local text ours=planned name=ringgen most
	text=$(cat)
	command -v gnuplot >/dev/null || return 0
	[ -e "$results/orders-mpich.csv" ] && [ -e "$results/orders-openmpi.csv" ] || return 0
	if [ "$("$here/excerpt.sh" "$results" --ours)" = ring ]; then
		ours=ring name="ringgen's ring"
	fi
	most=$(awk -F, '$9 / $12 > most && $3 != "nb-ring" { most = $9 / $12 } END { print 1.08 * most }' \
		<(grep -hE "^(default|shuffled),[a-z]*,(native|$ours)," "$results"/orders-{mpich,openmpi}.csv))
	gnuplot <<-END
		set terminal svg size 800,440 font "sans,13" background "white"
		set output "$results/first.svg"
		set datafile separator ","
		times(series, label, algorithm) = "< awk -F, '\$1 == \"" . label . "\" && \$3 == \"" . algorithm . \
			"\" && \$9 != \"\"' '$results/" . series . ".csv' | sort -t, -n -k 4"
		set style line 1 linecolor rgb "#0072b2" linewidth 1.5 pointtype 4 pointsize 0.7
		set style line 2 linecolor rgb "#009e73" linewidth 1.5 pointtype 8 pointsize 0.8
		set style line 3 linecolor rgb "#d55e00" linewidth 3 dashtype 2 pointtype 6 pointsize 0.8
		set style line 4 linecolor rgb "#d55e00" linewidth 3 pointtype 7 pointsize 0.8
		set style line 5 linecolor rgb "black" linewidth 1 dashtype 3
		set logscale x 2
		set xrange [6 * 1024:1.4 * 1048576]
		set xtics ("8 KiB" 8192, "64 KiB" 65536, "1 MiB" 1048576)
		set yrange [0:$most]
		set ytics 2
		set grid linetype 1 linecolor rgb "#bbbbbb" linewidth 0.5
		set xlabel "size of the vector"
		set tmargin at screen 0.91
		set bmargin at screen 0.26
		unset key
		set multiplot
		set lmargin at screen 0.09
		set rmargin at screen 0.51
		set title "ranks in the order of the wires"
		set ylabel "times as long as the bound"
		plot times("orders-mpich", "default", "native") using 4:(\$9 / \$12) with linespoints linestyle 1, \
			times("orders-openmpi", "default", "native") using 4:(\$9 / \$12) with linespoints linestyle 2, \
			1 with lines linestyle 5, \
			times("orders-openmpi", "default", "$ours") using 4:(\$9 / \$12) with linespoints linestyle 3, \
			times("orders-mpich", "default", "$ours") using 4:(\$9 / \$12) with linespoints linestyle 4
		set lmargin at screen 0.54
		set rmargin at screen 0.96
		set title "ranks shuffled"
		unset ylabel
		set format y ""
		plot times("orders-mpich", "shuffled", "native") using 4:(\$9 / \$12) with linespoints linestyle 1, \
			times("orders-openmpi", "shuffled", "native") using 4:(\$9 / \$12) with linespoints linestyle 2, \
			1 with lines linestyle 5, \
			times("orders-openmpi", "shuffled", "$ours") using 4:(\$9 / \$12) with linespoints linestyle 3, \
			times("orders-mpich", "shuffled", "$ours") using 4:(\$9 / \$12) with linespoints linestyle 4
		$(legend 0.14)
		plot NaN with linespoints linestyle 1 title "MPICH", NaN with linespoints linestyle 2 title "Open MPI", \
			NaN with linespoints linestyle 4 title "$name on MPICH", \
			NaN with linespoints linestyle 3 title "$name on Open MPI", NaN with lines linestyle 5 title "the bound"
		unset multiplot
	END
	printf '## %s\n\n%s\n\n![%s](first.svg)\n\n' "$1" "$text" "$1"
}

# section NAME TITLE: what follows on standard input, the picture and the table, if that series was measured.
section() {
	local text
	text=$(cat)
	[ -e "$results/$1.csv" ] || return 0
	picture "$1" "$2"
	printf '## %s\n\n%s\n\n' "$2" "$text"
	[ ! -e "$results/$1.svg" ] || printf '![%s](%s.svg)\n\n' "$2" "$1"
	awk -v reference=ring -f "$here/table.awk" "$results/$1.csv"
	printf '\n'
}

# goal NAME TITLE [OPTION]: what follows on standard input, and the plan against all others.
goal() {
	local text
	text=$(cat)
	[ -e "$results/$1.csv" ] || return 0
	printf '## %s\n\n%s\n\n' "$2" "$text"
	awk ${3:+-v "$3"} -f "$here/goals.awk" "$results/$1.csv" || :
	printf '\n'
}

# form_panels NAME TITLE: a panel for each collective: time against size, the forms of ours and of the MPI library.
form_panels() {
	local csv=$results/$1.csv collectives
	command -v gnuplot >/dev/null || return 0
	collectives=$(awk -F, 'NR > 1 && !seen[$2]++ { print $2 }' "$csv" | xargs)
	gnuplot <<-END
		set terminal svg size 1000,440 font "sans,13" background "white"
		set output "$results/$1.svg"
		set datafile separator ","
		ways = "$(awk -F, '$14 == "yes" && !seen[$3]++ { print $3 }' "$csv" | xargs)"
		times(of, way) = "< awk -F, '\$2 == \"" . of . "\" && \$3 == \"" . way . "\" && \$9 != \"\"' '$csv' | sort -t, -n -k 4"
		is(way, form) = strstrt(way, form) > 0
		kind(way) = is(way, "+persistent") ? 5 : is(way, "+nonblocking") ? 9 : is(way, "+initialization") ? 3 : 7
		dash(way) = is(way, "+persistent") ? 2 : is(way, "+nonblocking") ? 3 : is(way, "+initialization") ? 4 : 1
		color(way) = is(way, "native") ? 0x0072b2 : 0xd55e00
		set logscale x 2
		set logscale y 10
		set xtics ("8 B" 8, "512 B" 512, "32 KiB" 32768, "2 MiB" 2097152)
		set format y "10^{%L}"
		set grid linetype 1 linecolor rgb "#bbbbbb" linewidth 0.5
		set xlabel "size of the vector"
		set ylabel "microseconds"
		set yrange [1:*]
		unset key
		set multiplot layout 1,$(wc -w <<<"$collectives") title "$2" margins 0.07,0.98,0.30,0.86 spacing 0.06
		do for [c in "$collectives"] {
			set title "".c noenhanced
			plot for [w in ways] times(c, w) using 4:9 with linespoints linecolor rgb color(w) dashtype dash(w) \
				pointtype kind(w) pointsize 0.7
			unset ylabel
		}
		$(legend 0.16)
		plot for [w in ways] NaN with linespoints linecolor rgb color(w) dashtype dash(w) pointtype kind(w) pointsize 0.7 title w
		unset multiplot
	END
}

# forms NAME TITLE [panels]: what follows on standard input, and the forms of ours against those of the MPI library, as a
# picture, too.
forms() {
	local text
	text=$(cat)
	[ -e "$results/$1.csv" ] || return 0
	printf '## %s\n\n%s\n\n' "$2" "$text"
	if [ -n "${3:-}" ]; then
		form_panels "$1" "$2"
		[ ! -e "$results/$1.svg" ] || printf '![%s](%s.svg)\n\n' "$2" "$1"
	fi
	awk -f "$here/forms.awk" "$results/$1.csv" || :
	printf '\n'
}

# intervals NAME TITLE: what follows on standard input, and native / planned with its interval.
intervals() {
	local text
	text=$(cat)
	[ -e "$results/$1-ratios.csv" ] || return 0
	printf '## %s\n\n%s\n\n' "$2" "$text"
	awk -f "$here/intervals.awk" "$results/$1-ratios.csv"
	printf '\n'
}

# curves NAME TITLE: what follows on standard input, and each algorithm by size, predicted and measured.
curves() {
	local text
	text=$(cat)
	[ -e "$results/$1.csv" ] || return 0
	printf '## %s\n\n%s\n\n' "$2" "$text"
	awk -f "$here/curves.awk" "$results/$1.csv"
	printf '\n'
}

# trees AS CONDITION TITLE [emulated]: what follows on standard input, and those of Nishtala's rows of which that is true, which are
# predicted; or measured.
trees() {
	local text
	text=$(cat)
	[ -e "$results/nishtala${4:+-$4}.csv" ] || return 0
	printf '## %s\n\n%s\n\n' "$3" "$text"
	if [ "${4:-}" = emulated ]; then
		awk -F, -v OFS=, 'FNR > 1 { split($1, at, " "); sub(/^tree:/, "", $3); print at[1], $2, $3, $5, $4, at[2], $9 / 1e6, $12 / 1e6 }' \
			"$results/nishtala-emulated.csv"
	else
		cat "$results/nishtala.csv"
	fi | awk -F, "$2" | awk -v "as=$1" -f "$here/nishtala.awk"
	printf '\n'
}

# verbatim NAME TITLE [TEXT]: a text that was measured.
verbatim() {
	[ -e "$results/$1.txt" ] || return 0
	printf '## %s\n\n' "$2"
	[ -z "${3:-}" ] || printf '%s\n\n' "$3"
	sed 's/^/    /' "$results/$1.txt"
	printf '\n'
}

versions() {
	printf -- '- %s, %s cores, Linux %s\n' "$(sed -n 's/^model name[^:]*: //p;T;q' /proc/cpuinfo)" "$(nproc)" \
		"$(uname -r | cut -d - -f 1)"
	dpkg-query -W -f '- ${Package} ${Version}\n' mpich openmpi-bin libsimgrid-dev gcc 2>/dev/null || :
}

page() {
	cat <<-'END'
		# Measurements

		Made by `make bench`, in more than an hour, the emulated part with nothing else running; `make bench-quick`
		measures the main part in some minutes. Of **emulated** clusters the absolute times mean little: 32 machines share a few cores, and each
		link is slowed down so that the links, not the cores, are what limits. What counts are the ratios within one
		table, whose columns took turns in one run (the rows of 16 MiB in another, and the plan's of Fig. 3, 4 and 6 on Open MPI and simulated), and the share of the bound. Packet
		headers take 5 %, so 0.95 is the most that can be seen. An emulated link lets go at once what it carries in 3
		ms (7.5 KB at 20 Mbit/s), since a timer may be late: rows whose links carry less than that compare the work of
		the processors, whatever the wires are. When the emulated series over MPICH were measured, all but those of the
		forms, the all-to-all, the ports, and the kept trial, MPI_Test of a complete request could sleep for a millisecond: collectives that do not block, and
		ringgen's routines in several lanes, were slowed down by that. In all but the predictions, the trees in segments, what
		Traeff compares with and the kept trial on chain32 in order, a test
		of another request could do so, too: a pipeline of 32 machines (16 KiB in segments of 4 KiB) took 51 ms, and takes 6.5. **Simulated** times are exact for their model: *ideal* is the theory's
		(bandwidth shared fairly, no start-up but the latency), *default* is SimGrid's calibrated one, with start-up
		costs that a ring, which sends many small messages, feels more.

		`native` is what the MPI library chooses for MPI_Allreduce. `ring`, `recursive-doubling`, `butterfly`
		(recursive halving, then doubling), `smp-binomial` and `smp-butterfly` are generated by ringgen, the last four as
		comparators (Patarasuk and Yuan 2009, section 5); they run over the same library. Sums of floats; every
		result of every rank is verified.

	END
	versions
	printf '\n'
	first "32 machines behind four switches, in two orders of the ranks, emulated" <<-'END'
		An allreduce as MPICH and Open MPI do it by themselves, and by ringgen over each, with the ranks in the order of the
		file, which is the ring's, and shuffled. How many times as long each takes as the bound. The figures are those of
		the tables "Rank order, emulated" below; `planned` there is ringgen's plan.
	END
	section fig6-mpich "32 machines behind four switches, emulated, MPICH" <<-'END'
		As Fig. 6 of the paper: a chain of four switches with eight machines each, ranks in the order of the file, which
		is the ring's. `nb-ring` is MPICH's own ring, which it has for nonblocking collectives only.
	END
	section fig6-openmpi "32 machines behind four switches, emulated, Open MPI" <<-'END'
		The same with Open MPI: its own choice, its ring and its segmented ring, each forced.
	END
	section fig6-ideal "32 machines behind four switches, simulated, ideal model" <<-'END'
		`mpich`, `ompi` and `impi` are SimGrid's imitations of what these libraries choose by size. Its `mpich` stays
		with recursive doubling where MPICH does not: for long vectors, MPICH's choice is the column `butterfly`.
	END
	section fig6-default "32 machines behind four switches, simulated, default model" <<-'END'
		The same on SimGrid's calibrated model.
	END
	section smp64x2-ideal "64 nodes of 2, simulated, ideal model" <<-'END'
		As Fig. 3: 128 ranks on nodes with two, behind one switch. Inside a node messages cost nothing.
	END
	section smp64x2-default "64 nodes of 2, simulated, default model" <<-'END'
		The same on SimGrid's calibrated model.
	END
	section smp16x8-ideal "16 nodes of 8, simulated, ideal model" <<-'END'
		As Fig. 4: 128 ranks on nodes with eight.
	END
	section smp16x8-default "16 nodes of 8, simulated, default model" <<-'END'
		The same on SimGrid's calibrated model.
	END
	verbatim smp-memory "Nodes whose memory is not free, simulated, ideal model" \
		"Fig. 3 and 4 have the ring ahead of the butterfly from 256 KB on; above it is behind, since inside a node messages cost nothing there. With k processors on a node the butterfly exchanges all but the k-th part of the vector inside nodes before what goes over the network, and again behind it; the ring does both at the same time. So with n nodes whose memory is M times as fast as the network the butterfly takes 1 - 1/n + (1 - 1/k) / M times as long as the vector on the network both ways, and the ring once. Here a node is a switch before its processors, as in their Fig. 2, and the link of a processor is its memory, of so many times the rate of the node's own link (2 Gbit/s). The paper does not say how fast that of its machines was."
	section smp4x8-mpich "4 nodes of 8, emulated, MPICH" <<-'END'
		32 ranks on four machines behind one switch; what passes inside a machine is not slowed down.
	END
	section smp4x8-openmpi "4 nodes of 8, emulated, Open MPI" <<-'END'
		The same with Open MPI.
	END
	section orders-mpich "Rank order, emulated, MPICH" <<-'END'
		The 32 machines of the chain, listed in the order of the file (which is depth first), shuffled, by alphabet, and
		shuffled and put in order again by `ringgen order`: the last is what a user gets without any new code. The
		routines of ringgen find the ring whatever the order of the ranks is.
	END
	section orders-openmpi "Rank order, emulated, Open MPI" <<-'END'
		The same with Open MPI.
	END
	section orders-ideal "Rank order, simulated, ideal model" <<-'END'
		The same orders in the simulation.
	END
	goal goal1-mpich "Long vectors, in two orders of the ranks, emulated, MPICH" orders=1 <<-'END'
		32 machines behind four switches; `planned` is what `ringgen generate` emits. In parentheses the share of the
		bound. Ratios above 1: the plan is faster.
	END
	goal goal1-openmpi "Long vectors, in two orders of the ranks, emulated, Open MPI" orders=1 <<-'END'
		The same with Open MPI.
	END
	intervals alltoall-mpich "All-to-all against MPICH, emulated" <<-'END'
		32 machines behind four switches (fat32: eight leaves and four spines, routed by d-mod-k), ranks in the order of the
		file and shuffled; sizes are of all blocks of a rank. Intervals as below.
	END
	intervals alltoall-openmpi "All-to-all against Open MPI, emulated" <<-'END'
		The same with Open MPI.
	END
	intervals rooted-mpich "Collectives with a root, barrier and scan against MPICH, emulated" <<-'END'
		32 machines behind four switches, ranks in the order of the file and shuffled; sizes are of the whole vector (of
		gather and scatter all blocks together). The two took turns; the ratio is that of the medians, and the interval
		is a bootstrap's over the turns. Of calls that take more than ten seconds there are three samples, and in place
		of an interval the least and the highest ratio.
	END
	intervals rooted-openmpi "Collectives with a root, barrier and scan against Open MPI, emulated" <<-'END'
		The same with Open MPI.
	END
	intervals rooted-node-mpich "Collectives with a root, barrier and prefixes, two ranks on one machine, MPICH" <<-'END'
		Two cores, shared memory. Calls that may overlap have barriers between them, whose time is subtracted.
	END
	intervals rooted-node-openmpi "Collectives with a root, barrier and prefixes, two ranks on one machine, Open MPI" <<-'END'
		The same with Open MPI.
	END
	goal price-emulated "The price of the same bits everywhere, emulated, MPICH" <<-'END'
		The 32 machines at 20 Mbit/s: what is generated with `--reproducible`, which combines in rank order, and without.
		Ratios above 1 are the price.
	END
	goal price-node "The price of the same bits everywhere, two ranks on one machine, MPICH" <<-'END'
		The same through shared memory.
	END
	goal goal2-mpich "The plan against MPICH, emulated" <<-'END'
		Eight machines behind one switch at 200 Mbit/s (star8), four machines of eight ranks at 100 (smp4x8: 32 ranks on
		few cores), the 32 machines at 20 (chain32). Plans are made for the start-up of a message that was measured there,
		and for links without latency, which is not emulated. What took more than 3 times as long as the faster at one size is not
		measured at the longer ones.
	END
	goal goal2-openmpi "The plan against Open MPI, emulated" <<-'END'
		The same with Open MPI, whose own choice is the rival.
	END
	goal goal3-mpich "Two ranks on one machine, MPICH" <<-'END'
		Two cores, shared memory.
	END
	goal goal3-openmpi "Two ranks on one machine, Open MPI" <<-'END'
		The same with Open MPI.
	END
	forms persistent-mpich "Persistent and nonblocking collectives, two ranks on one machine, MPICH" <<-'END'
		`native` and `planned` are one run; `preload` are MPI's own names, served by libringgen-preload, and `pmpi` is what
		MPICH does itself, in another. The times of different runs do not compare.
		Nonblocking ones are begun and awaited at once; persistent ones are set up before. MPICH's persistent allgather is
		forced to be a ring: as it is, it is wrong from the second start on.
	END
	forms persistent-openmpi "Persistent and nonblocking collectives, two ranks on one machine, Open MPI" <<-'END'
		The same with Open MPI, which has no persistent collectives of its own.
	END
	forms forms-smp4x8-mpich "Forms on 4 machines of 8, emulated, MPICH" panels <<-'END'
		As Fig. 2 to 6 of Jocksch and Piccinali (2023): the times of blocking, persistent and nonblocking calls, and how
		long a persistent one takes to be set up (`+initialization`), which is paid once.
	END
	forms forms-chain32-mpich "Forms on 32 machines behind four switches, emulated, MPICH" panels <<-'END'
		The same.
	END
	forms forms-smp4x8-openmpi "Forms on 4 machines of 8, emulated, Open MPI" panels <<-'END'
		The same with Open MPI, which has no persistent collectives of its own.
	END
	forms forms-chain32-openmpi "Forms on 32 machines behind four switches, emulated, Open MPI" panels <<-'END'
		The same.
	END
	verbatim threads "What the preload library costs who uses none of its collectives, MPICH" \
		"The least of 15 processes each, and how many times that of MPICH alone; what process differs from process is in it."
	verbatim types-mpich "What the map of a type costs, two ranks on one machine, MPICH" \
		"Bytes of a block; libringgen-preload's time, MPICH's own, and how many times the first the second is."
	verbatim types-openmpi "What the map of a type costs, two ranks on one machine, Open MPI" \
		"The same with Open MPI."
	goal goal4-choice "The plan against each algorithm alone, simulated, ideal model" <<-'END'
		Simulated times are exact: there is no noise. What took more than 3 times as long as the fastest at one size is
		not simulated at the longer ones.
	END
	goal rooted-choice "The plan against each candidate alone: a root, barriers, prefixes; simulated, ideal model" <<-'END'
		As the table above, of the other collectives. A dissemination barrier on smp4x8 took 5 times a latency, where 3 are
		predicted: perhaps since a message sets out in the simulator when it is awaited, not when it is sent. That was
		not looked into.
	END
	verbatim rooted-long "Pipelines of long vectors, simulated, ideal model"
	verbatim irregular-simulated "Gatherv of unequal blocks, simulated, ideal model" \
		"Ints, 1 to 10,000 in the mean block, the root in the middle; 10 Gbit/s, 10 us a link, 25 us of start-up at each end. Native is what SimGrid has of Open MPI's."
	verbatim irregular-mpich "Gatherv and scatterv of unequal blocks, emulated, MPICH" \
		"Ints, 1 to 10,000 in the mean block, the root in the middle, 32 ranks: a machine each behind four switches (20 Mbit/s), and 4 machines of 8 (100 Mbit/s), all on the cores of this one. How many times as long the library takes as ours, by medians, with the 95 % confidence interval."
	verbatim irregular-openmpi "Gatherv and scatterv of unequal blocks, emulated, Open MPI" "The same with Open MPI."
	verbatim irregular-peers-mpich "Gatherv and scatterv beside what Traeff compares with, emulated, MPICH" \
		"Medians in microseconds: the library's own; blocks that are padded to the longest, by gather and scatter; trees that do not follow the blocks, k-nomial by the distance from the root, as Intel MPI has for k = 2 (Traeff 2017, tables 9 to 11); and ours."
	verbatim irregular-peers-openmpi "Gatherv and scatterv beside what Traeff compares with, emulated, Open MPI" "The same with Open MPI."
	verbatim irregular-left-mpich "Gatherv and scatterv of unequal blocks, left to MPI where that is as good, emulated, MPICH" \
		"The same with what generate --mpi makes. On these clusters it leaves all of them to the library, since ringgen's are not predicted to be twice as fast: what is told apart here is one routine and itself. Of two blocks alone a call takes as long as its barrier, or less."
	verbatim irregular-left-openmpi "Gatherv and scatterv of unequal blocks, left to MPI where that is as good, emulated, Open MPI" "The same with Open MPI."
	verbatim tuned-mpich "What measurement makes of the plan, emulated, MPICH" \
		"All ways of a call in turn first (RINGGEN_TUNE=sweep), then the best that is known (RINGGEN_TUNE=best), which may be MPI's own: how many times as long the library takes as that, by medians, with the 95 % confidence interval. No start-up was told to the plan. What takes a few milliseconds is about as long as the barrier before it, which is subtracted: there the samples of one and the same routine differ as much."
	verbatim trial-mpich "A kept trial, MPICH" \
		"A run with time for trials, then every collective against MPI's own, which is in it twice: rows that are behind or ahead by their 95 % confidence intervals, and all rows: how many times as long the library takes. On this machine, and on emulated clusters."
	verbatim trial-openmpi "A kept trial, Open MPI" "The same with Open MPI."
	verbatim ports-simulated "Ports by size, simulated, ideal model" \
		"As Table 1 of Jocksch and Piccinali 2023: an allreduce on 16 machines, a rank on each. Of 200 Gbit/s as theirs; 2 us of latency and 0.2 us of start-up at each end are assumed. The list of ports is that of the factored allreduce which is predicted to be the fastest; negative ones scatter. MPI's own is what SimGrid has of its default; ratios are how many times as long that takes as the one to the left."
	verbatim ports-mpich "Ports by size, emulated, MPICH" "The same on links of 20 Mbit/s, emulated."
	verbatim ports-openmpi "Ports by size, emulated, Open MPI" "The same with Open MPI."
	verbatim lottery "A lottery that begins with nothing, emulated, MPICH" \
		"As Fig. 7 and 8 of Nishtala et al. 2003: 200 calls of each with RINGGEN_TUNE=lottery, 32 machines of chain32; medians of the first and of the last hundred, and the best way that was found, alone. [Each call of 32 KiB](lottery.svg)."
	verbatim slowed "A link that becomes slow while a program runs, emulated, MPICH" \
		"RINGGEN_TUNE=lottery, 32 machines of chain32 (20 Mbit/s); before call 200 the link of one of them falls to 1 Mbit/s: medians of the hundred calls before, of the first hundred after, and of the next; then, with the slow link from the beginning, the best way alone after a sweep (RINGGEN_TUNE=best), and what the plan has without measurement; and after how many calls the choice has followed: the last ten calls began whose middle one took more than a quarter longer than the best way."
	verbatim tuned-openmpi "What measurement makes of the plan, emulated, Open MPI" "The same with Open MPI."
	verbatim native-mpich "What a tuning file makes of the library's own routines, emulated, MPICH" \
		"The library as it is, and with the file that ringgen export tuning makes for it, in turn: how many times as long it takes without, by medians, with the 95 % confidence interval. The cluster, and the order of the ranks: as in the file, or by name."
	verbatim native-openmpi "What a tuning file makes of the library's own routines, emulated, Open MPI" "The same with Open MPI."
	verbatim verdicts "Orders of graphs: what the certificate says, and what a step of the ring takes, emulated, MPICH" \
		"A fat tree of eight machines behind two spines, by the numbers of the receivers, and one of twelve behind three with the tables that OpenSM made; bridges send by them. ringgen's own order, and random ones: how many times as long the slowest pairs of neighbours are said to take; a step of the ring, in which each rank sends 1 MB to the next, links of 20 Mbit/s; and how many times as long that is as in ringgen's order."
	verbatim predictions "What is predicted and what is measured, emulated, MPICH" \
		"All candidates of the planner on three clusters, with what ringbench --calibrate measures there: the fastest by the model (of which the plan may prefer another one) and the fastest that was measured, with what each takes; how many times as long the first takes (loss); and of all candidates the predicted time over the measured one, the middle of them and the one that is farthest off. Calls are kept apart by barriers. From 4 KiB on nine of ten are right to 1.45 on chain32, and to 1.21 on star8. What the model lacks: that 32 ranks share two cores (a start-up is a number there, measured when all are busy with messages; in a collective some wait, others compute, and from run to run it is measured at 130 to 280 us on chain32); and that of reduce_scatter's few bytes most blocks are empty, and not sent. On star8, where a rank has a quarter of a core, these are small."
	verbatim left-mpich "The library's own routines and a plan that leaves to them what they are as good for, emulated, MPICH" \
		"What generate --mpi makes against the library as it is, short vectors, the ranks in the order of the file: how many times as long the library takes, by medians, with the 95 % confidence interval. Where the plan leaves a size to the library both are the same routine: such rows show what the samples can tell."
	verbatim left-openmpi "The library's own routines and a plan that leaves to them what they are as good for, emulated, Open MPI" "The same with Open MPI."
	verbatim guidelines-mpich "Performance guidelines, two ranks on one machine, MPICH" \
		"What ringbench --guidelines finds in the library itself (native) and in ours over it (planned): what takes longer than something else that does the same, by more than 5 percent, with the 95 % confidence interval."
	verbatim guidelines-openmpi "Performance guidelines, two ranks on one machine, Open MPI" "The same with Open MPI."
	for cluster in chain32 smp4x8; do
		verbatim guidelines-$cluster-mpich "Performance guidelines, $cluster, emulated, MPICH" "The same on 32 ranks of an emulated cluster."
		verbatim guidelines-$cluster-openmpi "Performance guidelines, $cluster, emulated, Open MPI" "The same with Open MPI."
	done
	trees segments '$2 == "bcast" && $5 == 8388608' "What segments gain, predicted" <<-'END'
		As Fig. 2 and 5 of Nishtala et al. 2003: a broadcast of 8 MiB along each tree, in the segments that are best for it:
		how many times as fast that is as the vector in one piece. 50x1 and 32x1 are stars.
	END
	trees lengths '$1 == "50x1" && $2 == "bcast" && $5 == 8388608 && ($4 == 16 || $4 == 32 || $4 == 50)' \
		"Times by the length of the segment, predicted" <<-'END'
		As Fig. 6: a broadcast of 8 MiB on a star of 50.
	END
	trees trees '$1 == "32x1" && $5 == ($2 == "bcast" || $2 == "reduce" ? 8388608 : 1048576)' \
		"Trees by the collective, predicted" <<-'END'
		As Fig. 3: each tree in its best segments, on a star of 32. Sizes are of the whole vector. In parentheses the share
		of the bound.
	END
	trees trees '$1 != "32x1" && $2 == "bcast" && $5 == 8388608' "Trees by the cluster, predicted" <<-'END'
		As Fig. 4: a broadcast of 8 MiB.
	END
	trees trees '$4 == ($1 == "32x1" ? 32 : $1 == "50x1" ? 50 : $1 == "4x16" ? 64 : 128)' \
		"The best tree and segment for each collective, size and cluster, predicted" <<-'END'
		All ranks of each cluster.
	END
	trees segments 1 "What segments gain, emulated, MPICH" emulated <<-'END'
		As Fig. 2 and 5, measured: 128 KiB; 4 to 24 machines behind one switch, 32 behind four (20 Mbit/s), 4 of 8 ranks
		(100 Mbit/s). Medians of 3 to 7.
	END
	trees trees '$1 != "star4" && $1 != "star8"' "Trees by the collective and the cluster, emulated, MPICH" emulated <<-'END'
		As Fig. 3 and 4, measured: each tree in its best segments.
	END
	trees lengths '$2 == "bcast" && $1 ~ /^star/' "Times by the length of the segment, emulated, MPICH" emulated <<-'END'
		As Fig. 6, measured: a broadcast.
	END
	verbatim nishtala-simulated "A broadcast along each tree in segments, simulated, ideal model" \
		"8 MiB, 32 machines behind one switch: predicted by the model of the plans, simulated, and the quotient."
	curves curves "Algorithms by size, 32 machines behind one switch, emulated, MPICH" <<-'END'
		As the curves of Thakur and Gropp 2003: each algorithm alone; predicted for the start-up of a message that was
		measured there; at the end the sizes from which another one is the fastest.
	END
	curves curves-simulated "Algorithms by size, 32 machines behind one switch, simulated, ideal model" <<-'END'
		The same on Gigabit Ethernet.
	END
	verbatim goal4-long "Long vectors, simulated, ideal model"
	verbatim goal5-mpich "What a communicator costs, MPICH"
	verbatim goal5-openmpi "What a communicator costs, Open MPI"
	verbatim goal5-planning "Planning for 1,024 machines"
	verbatim large "The certificate against the simulation"
	verbatim scale "Reading, ordering and certifying large clusters"
	if [ -n "$skipped" ] && [ -s "$skipped" ]; then
		printf '## Not measured here\n\n'
		sort -u "$skipped" | sed 's/^/- /'
	fi
}

page >"$new"
mv "$new" "$results/README.md"
chmod 644 "$results/README.md"
trap - EXIT
