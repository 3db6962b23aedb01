/* SPDX-License-Identifier: BSD-3-Clause
 * alloc: memory or a message.
 */
#include "base/alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

static _Thread_local jmp_buf *way_out;

jmp_buf *rg_way_out(jmp_buf *to)
{
	jmp_buf *before = way_out;

	way_out = to;
	return before;
}

void rg_give_up(void)
{
	if (way_out)
		longjmp(*way_out, 1);
	exit(RG_INVALID);
}

/* p, unless it is NULL: then the end. */
static void *checked(void *p, size_t n, size_t size)
{
	if (p)
		return p;
	rg_error(&(struct rg_diag){0}, NULL, 0, "out of memory (%zu objects of %zu bytes)", n,
	         size);
	rg_give_up();
}

void *rg_alloc(size_t n, size_t size)
{
	return checked(calloc(n ? n : 1, size ? size : 1), n, size);
}

void *rg_realloc(void *p, size_t n, size_t size)
{
	return checked(reallocarray(p, n ? n : 1, size ? size : 1), n, size);
}

void *rg_grow(void *p, size_t n, size_t *cap, size_t size)
{
	if (p && n < *cap)
		return p;
	/* A capacity whose double overflows is one that reallocarray refuses. */
	*cap = *cap > SIZE_MAX / 2 ? SIZE_MAX : *cap * 2;
	if (*cap < 16)
		*cap = 16;
	return rg_realloc(p, *cap, size);
}

char *rg_strdup(const char *s)
{
	return rg_strndup(s, strlen(s));
}

char *rg_strndup(const char *s, size_t n)
{
	size_t len = strnlen(s, n);
	char *copy = rg_alloc(len + 1, 1);

	memcpy(copy, s, len);
	return copy;
}
