/* Scan by recursive doubling, any P: the fewest steps. Cost and scratch: those of its part. The
 * operation need not commute.
 */
#include "parts/scan_doubling.c"

struct doubling_scan {
	int at;
	struct scan_doubling doubling;
};

static int doubling_scan(struct rg *r, void *frame)
{
	struct doubling_scan *s = frame;

	RG_BEGIN(r, s);
	s->doubling.exclusive = false;
	rg_run(r, s, scan_doubling, &s->doubling);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_recursive_doubling_scan = {
	.name = "recursive-doubling",
	.run = doubling_scan,
	.frame = sizeof(struct doubling_scan),
	.scratch = scan_doubling_scratch,
	.lanes = true,
	.segments = true,
};
