# SPDX-License-Identifier: BSD-3-Clause
# Ports by size: of ringgen plan --csv, then of ringbench's table, an allreduce by the MPI library's own routine, by
# the list of ports of the factored one that is predicted to be the fastest, and as it is planned. Times are medians.
FNR == 1 { file++; next }
file == 1 && $4 == "factored" && $2 == "no" && (!(($3 + 0) in seconds) || $7 < seconds[$3 + 0]) {
	seconds[$3 + 0] = $7
	ports[$3 + 0] = $5
}
file == 2 && FNR > 1 {
	us[$4 + 0, $3] = $9
	if (!(($4 + 0) in seen))
		bytes[++n] = $4 + 0
	seen[$4 + 0]
}
END {
	printf "%10s  %-18s %12s %12s %7s %12s %7s\n", "bytes", "ports", "MPI's, us", "factored, us", "ratio", "planned, us", "ratio"
	for (i = 1; i <= n; i++) {
		b = bytes[i]
		printf "%10d  %-18s %12.1f %12.1f %7.2f %12.1f %7.2f\n", b, ports[b], us[b, "native"], us[b, "factored"],
			us[b, "native"] / us[b, "factored"], us[b, "planned"], us[b, "native"] / us[b, "planned"]
	}
}
