/* Scan on one machine, through windows. Cost and scratch: those of its part. The operation need not
 * commute.
 */
#include "parts/shared_scan.c"

struct shared_scan_all {
	int at;
	struct shared_scan scan;
};

static int shared_scan_all(struct rg *r, void *frame)
{
	struct shared_scan_all *s = frame;

	RG_BEGIN(r, s);
	s->scan.exclusive = false;
	rg_run(r, s, shared_scan, &s->scan);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_shared_scan = {
	.name = "shared",
	.run = shared_scan_all,
	.frame = sizeof(struct shared_scan_all),
	.scratch = shared_scan_scratch,
	.windows = true,
	.machine = true,
	.early = true,
};
