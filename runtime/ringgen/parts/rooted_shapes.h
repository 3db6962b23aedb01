/* SPDX-License-Identifier: BSD-3-Clause
 * The shapes of trees, and what users call them: the only list of these. Templates, the catalogue
 * of algorithms and the proof read it.
 */
#pragma once
#include "ringgen/engine.h"

enum rooted_shape {
	ROOTED_BINOMIAL,
	ROOTED_BINARY,
	ROOTED_CHAIN,
	ROOTED_SEQUENTIAL,
	ROOTED_SHAPES
};

#define ROOTED_SHAPE_LIST "binomial, binary, chain or sequential"

static inline const char *rooted_shape_name(enum rooted_shape shape)
{
	static const char *const name[ROOTED_SHAPES] = {"binomial", "binary", "chain",
	                                                "sequential"};
	return name[shape];
}

/* The shape that parameters begin with. Nothing, or what is no shape, is binomial. */
static inline enum rooted_shape rooted_shape(const char *parameters)
{
	for (int i = 0; parameters && i < ROOTED_SHAPES; i++) {
		const char *name = rooted_shape_name((enum rooted_shape)i);
		if (strncmp(parameters, name, strlen(name)) == 0)
			return (enum rooted_shape)i;
	}
	return ROOTED_BINOMIAL;
}
