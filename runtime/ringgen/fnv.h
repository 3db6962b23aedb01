/* SPDX-License-Identifier: BSD-3-Clause
 * fnv: the hash FNV-1a (Fowler, Noll and Vo; its numbers are from isthe.com/chongo/tech/comp/fnv),
 * for what is stored or compared between processes: it is the same everywhere and always. C's
 * library has none.
 */
#ifndef RG_FNV_H
#define RG_FNV_H

#include <stddef.h>
#include <stdint.h>

/* The hash of nothing. */
#define RG_FNV_EMPTY UINT64_C(14695981039346656037)
#define RG_FNV32_EMPTY UINT32_C(2166136261)

/* With one more byte, or, what FNV does not define, one more word. */
static inline uint64_t rg_fnv(uint64_t hash, uint64_t word)
{
	return (hash ^ word) * UINT64_C(1099511628211);
}

static inline uint32_t rg_fnv32(uint32_t hash, uint32_t word)
{
	return (hash ^ word) * UINT32_C(16777619);
}

static inline uint64_t rg_fnv_bytes(uint64_t hash, const void *bytes, size_t n)
{
	for (const unsigned char *at = bytes; n; n--)
		hash = rg_fnv(hash, *at++);
	return hash;
}

#endif
