/* SPDX-License-Identifier: BSD-3-Clause
 * Routines that a generated file does not have, since its algorithms were named and none of them
 * serves these collectives: MPI's own stand in, in a program that tries all. Missing ones are told
 * by -DWITHOUT='RG_REST(BCAST) RG_REST(SCAN)' and so on (`build` in common.bash).
 */
#ifndef RG_TEST_REST_H
#define RG_TEST_REST_H

#ifdef WITHOUT
#include "ringgen.h"

#define RG_MPIS(Entry, TAKES, arguments)                                    \
	static inline int OURS(Entry)(RG_LIST(TAKES, arguments))            \
	{                                                                   \
		return RG_JOIN(PMPI_, Entry)(RG_LIST(RG_GIVES, arguments)); \
	}
#define RG_ALL_MPIS(NAME, name, Entry, large, arguments, ...) \
	RG_MPIS(Entry, RG_TAKES, arguments)                   \
	RG_WITH_C(large, RG_MPIS(Entry##_c, RG_TAKES_c, arguments))
#define RG_REST(COLLECTIVE) RG_ROW_##COLLECTIVE(RG_ALL_MPIS)

WITHOUT
#endif

#endif
