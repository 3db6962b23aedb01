/* The fold to a power of two: the largest that is not above the size of the group.
 */
#include "parts/fold.c"

static void fold_begin(struct fold *s, struct rg_group group, struct rg_span all)
{
	int workers = 1;

	while (workers <= group.n / 2)
		workers *= 2;
	fold_to(s, group, all, workers);
}
