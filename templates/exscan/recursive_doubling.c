/* Exscan by recursive doubling, any P: the fewest steps. Cost and scratch: those of its part. The
 * operation need not commute.
 */
#include "parts/scan_doubling.c"

static int doubling_exscan(struct rg *r, void *frame)
{
	struct scan_doubling *s = frame;

	s->exclusive = true;
	return scan_doubling(r, s);
}

/*static*/ const struct rg_algorithm rg_recursive_doubling_exscan = {
	.name = "recursive-doubling",
	.run = doubling_exscan,
	.frame = sizeof(struct scan_doubling),
	.scratch = scan_doubling_scratch,
	.lanes = true,
	.segments = true,
};
