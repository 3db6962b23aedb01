/* Reduce-scatter in columns, for equal and unequal blocks: columns_reduce, and columns_deliver.
 */
#include "parts/columns_deliver.c"
#include "parts/columns_reduce.c"

struct columns_scatter {
	int at;
	struct columns_reduce reduce; /* its columns are the caller's to set */
	struct columns_deliver deliver;
};

static int columns_scatter(struct rg *r, void *frame)
{
	struct columns_scatter *s = frame;

	RG_BEGIN(r, s);
	rg_run(r, s, columns_reduce, &s->reduce);
	s->deliver.c = s->reduce.c;
	s->deliver.result = columns_area(&s->reduce, s->reduce.c.machines % 2).off;
	rg_run(r, s, columns_deliver, &s->deliver);
	RG_END(s);
}
