/* Exscan by recursive doubling, any P: the fewest steps. Cost and scratch: those of its part. The
 * operation need not commute.
 */
#include "parts/scan_doubling.c"

struct doubling_exscan {
	int at;
	struct scan_doubling doubling;
};

static int doubling_exscan(struct rg *r, void *frame)
{
	struct doubling_exscan *s = frame;

	RG_BEGIN(r, s);
	s->doubling.exclusive = true;
	rg_run(r, s, scan_doubling, &s->doubling);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_recursive_doubling_exscan = {
	.name = "recursive-doubling",
	.run = doubling_exscan,
	.frame = sizeof(struct doubling_exscan),
	.scratch = scan_doubling_scratch,
	.lanes = true,
	.segments = true,
};
