/* SPDX-License-Identifier: BSD-3-Clause
 * The next library that has a name which is taken over here.
 */
#include "preload/names/next.h"

#include <dlfcn.h>
#include <string.h>

rg_function *rg_next_of(struct rg_next *n)
{
	rg_function *found = atomic_load_explicit(&n->found, memory_order_acquire);

	if (found)
		return found;
	void *symbol = dlsym(RTLD_NEXT, n->name);
	found = n->otherwise;
	if (symbol)
		memcpy(&found, &symbol, sizeof found);
	atomic_store_explicit(&n->found, found, memory_order_release);
	return found;
}
