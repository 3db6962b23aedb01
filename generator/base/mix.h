/* SPDX-License-Identifier: BSD-3-Clause
 * mix: hashes of sequences. Two that differ have the same hash with the likelihood of a fault of
 * memory.
 */
#ifndef RG_MIX_H
#define RG_MIX_H

#include <stdint.h>

/* The hash of a sequence whose hash is a, with b behind it. The order matters, so that small
 * numbers, which are often equal, do not cancel each other. */
static inline uint64_t rg_mix(uint64_t a, uint64_t b)
{
	a = (a * 0xd1342543de82ef95u ^ b) + 0x9e3779b97f4a7c15u;
	a = (a ^ (a >> 30)) * 0xbf58476d1ce4e5b9u;
	a = (a ^ (a >> 27)) * 0x94d049bb133111ebu;
	return a ^ (a >> 31);
}

#endif
