/* SPDX-License-Identifier: BSD-3-Clause
 * alloc: memory or a message. ringgen is a command: when memory is out it says so and exits with
 * RG_INVALID, so that no caller needs a path for it. Where that cannot be, in a library, there is a
 * way out for all of it.
 */
#ifndef RG_ALLOC_H
#define RG_ALLOC_H

#include <setjmp.h>
#include <stddef.h>

/* n objects of `size` bytes, zeroed. Never NULL, also for n = 0. Free with free(). */
void *rg_alloc(size_t n, size_t size);

/* Room for n objects of `size` bytes at p (or new, p NULL); the old contents stay, the rest is not
 * zeroed. */
void *rg_realloc(void *p, size_t n, size_t size);

/* Let an array grow: if n == *cap, doubles *cap and reallocates. Returns the array. */
void *rg_grow(void *p, size_t n, size_t *cap, size_t size);

/* A copy of the string s, of its first n bytes. */
char *rg_strdup(const char *s);
char *rg_strndup(const char *s, size_t n);

/* End the command, after an error that was reported and leaves nothing to go on with. In a thread
 * that has a way out, it is a longjmp there, and nothing is freed. */
_Noreturn void rg_give_up(void);

/* The way out of this thread from now on; NULL: none. Returns the one before. */
jmp_buf *rg_way_out(jmp_buf *to);

#endif
