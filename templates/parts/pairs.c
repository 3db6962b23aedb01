/* Some processes that work for all n of a group (Thakur, Rabenseifner & Gropp 2005): w of them, at
 * least half. The first 2 (n - w) members form pairs of neighbours, of which the first one works.
 * The workers, numbered in the order of the group, stand for contiguous runs of it. Here is the
 * member that is worker i, or (second) the other one of its pair, if it has one.
 */
#pragma once
#include "ringgen/engine.h"

static int pairs_member(int pairs, int i, bool second)
{
	return i < pairs ? 2 * i + second : i + pairs;
}
