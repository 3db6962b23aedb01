/* Scan by recursive doubling, any P: the fewest steps. Cost and scratch: those of its part. The
 * operation need not commute.
 */
#include "parts/scan_doubling.c"

/*static*/ const struct rg_algorithm rg_recursive_doubling_scan = {
	.name = "recursive-doubling",
	.run = scan_doubling,
	.frame = sizeof(struct scan_doubling),
	.scratch = scan_doubling_scratch,
	.lanes = true,
	.segments = true,
};
