/* SPDX-License-Identifier: BSD-3-Clause
 * The next library that has a name which is taken over here.
 */
#include "preload/names/next.h"

#include <dlfcn.h>
#include <string.h>

rg_function *rg_next_find(struct rg_next *n)
{
	void *symbol = dlsym(RTLD_NEXT, n->name);
	rg_function *found = n->otherwise;

	if (symbol)
		memcpy(&found, &symbol, sizeof found);
	atomic_store_explicit(&n->found, found, memory_order_release);
	return found;
}
