/* SPDX-License-Identifier: BSD-3-Clause
 * A host that stands in a list again, where most hosts stand in it once: most likely a slip, which
 * the generator and the runtime tell. Lists in which hosts come again as a rule, for several ranks
 * on each, are none of that.
 */
#ifndef RG_AGAIN_H
#define RG_AGAIN_H

#include <stdbool.h>

struct rg_again {
	int first, second; /* places in the list, of the host that stands there most often */
	int times;         /* of that host */
	int others;        /* hosts beside it that stand there more than once */
};

/* id[n] is the host of each place, below `ids`. times[ids] is for its work, all 0. */
static inline bool rg_again_find(const int *id, int n, int *times, int ids, struct rg_again *a)
{
	int once = 0, several = 0, most = 0;

	for (int i = 0; i < n; i++)
		times[id[i]]++;
	for (int k = 0; k < ids; k++) {
		once += times[k] == 1;
		several += times[k] > 1;
		most = times[k] > times[most] ? k : most;
	}
	if (!several || once <= several)
		return false;
	*a = (struct rg_again){-1, -1, times[most], several - 1};
	for (int i = 0; i < n && a->second < 0; i++)
		if (id[i] == most)
			*(a->first < 0 ? &a->first : &a->second) = i;
	return true;
}

#endif
