/* SPDX-License-Identifier: BSD-3-Clause
 * The next library that has a name which is taken over here.
 */
#include "preload/names/next.h"
#include "preload/front/which.h"

#include <dlfcn.h>
#include <string.h>

/* It is there if libringgen-preload.so has opened this library: what comes next comes after that.
 */
#pragma weak rg_front_next

rg_function *rg_next_find(struct rg_next *n)
{
	rg_function *found = rg_front_next ? rg_front_next(n->name) : NULL;
	void *symbol = found ? NULL : dlsym(RTLD_NEXT, n->name);

	if (!found)
		found = n->otherwise;
	if (symbol)
		memcpy(&found, &symbol, sizeof found);
	atomic_store_explicit(&n->found, found, memory_order_release);
	return found;
}

bool rg_next_comes_by(const void *symbol)
{
	static const char here;
	const void *base = rg_which_base(symbol);
	const void *front = rg_front_next ? (const void *)(uintptr_t)rg_front_next : NULL;

	return base && (base == rg_which_base(&here) || base == rg_which_base(front));
}
