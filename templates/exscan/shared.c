/* Exscan on one machine, through windows. Cost and scratch: those of its part. The operation need
 * not commute.
 */
#include "parts/shared_scan.c"

struct shared_exscan {
	int at;
	struct shared_scan scan;
};

static int shared_exscan(struct rg *r, void *frame)
{
	struct shared_exscan *s = frame;

	RG_BEGIN(r, s);
	s->scan.exclusive = true;
	rg_run(r, s, shared_scan, &s->scan);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_exscan = {
	.name = "shared",
	.run = shared_exscan,
	.frame = sizeof(struct shared_exscan),
	.scratch = shared_scan_scratch,
	.windows = true,
	.machine = true,
	.early = true,
};
