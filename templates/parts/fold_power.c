/* The fold to a power of two.
 */
#include "parts/fold.c"
#include "ringgen/parts/pairs.h"

static void fold_begin(struct fold *s, struct rg_group group, struct rg_span all)
{
	fold_to(s, group, all, pairs_workers(group.n));
}
