/* SPDX-License-Identifier: BSD-3-Clause
 * The algorithms that are built into libringgen-preload: all that there are.
 */
#include "generator/algorithms.h"
#include "preload/cluster/choices.h"

#define DECLARED(nothing, family, file) extern const struct rg_algorithm rg_##file##_##family;
#define DECLARE(NAME, name, Entry, large, arguments, family, ...) RG_BY_##family(DECLARED, )
RG_ROWS(DECLARE)

/* Two collectives of one family have the same ones. */
#define NAMED(nothing, family, file) {#file "_" #family, &rg_##file##_##family},
#define LIST(NAME, name, Entry, large, arguments, family, ...) RG_BY_##family(NAMED, )

const struct rg_named rg_algorithms[] = {RG_ROWS(LIST){NULL, NULL}};
