/* SPDX-License-Identifier: BSD-3-Clause
 * The settings of libringgen in the environment: the variables RINGGEN_..., each with its grammar.
 *
 * A value outside of the grammar is as if the variable were not set, but for RINGGEN_COLLECTIVES,
 * whose wrong words name nothing. One process says so, once; so for a variable that is none of
 * ours.
 */
#ifndef RG_SETTING_H
#define RG_SETTING_H

#include "mpi/selection.h"
#include "ringgen/lottery.h"

#include <stdatomic.h>

enum rg_setting {
	RG_CACHE,
	RG_CHECKING,
	RG_DEVICE,
	RG_SELECTION,
	RG_HOSTS,
	RG_LEND,
	RG_LIBDIR,
	RG_NATIVE,
	RG_PROGRESS,
	RG_PROVING,
	RG_REPRODUCIBLE,
	RG_SUMMARY,
	RG_TIMELINE,
	RG_TOPOLOGY,
	RG_TRIAL,
	RG_TUNE,
	RG_TUNED,
	RG_VERBOSE,
	RG_WINDOWS,
	RG_WIRES,
	RG_SETTINGS
};

#pragma GCC visibility push(hidden)

/* The value of a variable; "" if it is not set, or not in its grammar. The environment's own text.
 */
const char *rg_setting(enum rg_setting s);

/* Whether RINGGEN_VERBOSE asks for more than warnings; whether calls are counted for a summary. The
 * environment is read once. */
bool rg_verbose(void);
bool rg_wants_summary(void);

/* A summary is wanted from now on; nothing is told at the end unless the environment asks for it:
 * by RINGGEN_VERBOSE, or that or RINGGEN_SUMMARY. */
void rg_want_summary(void);

/* The same as rg_wants_summary, for those who know that it was asked before. */
extern atomic_bool rg_summary_wanted;
static inline bool rg_counts(void)
{
	return atomic_load_explicit(&rg_summary_wanted, memory_order_relaxed);
}
bool rg_tells_summary(void);
bool rg_ends_in_summary(void);

/* Whether RINGGEN_REPRODUCIBLE asks this process for the same bits everywhere. */
bool rg_wants_same_bits(void);

/* Whether RINGGEN_CHECK asks this process to have the ranks compare their calls. */
bool rg_wants_check(void);

/* Whether RINGGEN_NATIVE lets this process leave calls to MPI's own routine where that is as good.
 */
bool rg_wants_native(void);

/* Whether RINGGEN_LEND lets the ranks of a machine read and write each other's memory. */
bool rg_wants_lending(void);

/* And whether they may attach it (attach.h), or only copy from and to it. */
bool rg_wants_attaching(void);

/* Whether RINGGEN_WINDOWS lets this process share memory. */
bool rg_wants_windows(void);

/* Whether RINGGEN_WIRES lets this process time the wires, to compare with the topology file. */
bool rg_wants_wires(void);

/* RINGGEN_DEVICE: whether ranks agree where buffers are: where there are signs of a device, always,
 * or never. Read once. */
enum rg_devices_wanted { RG_DEVICES_FOUND, RG_DEVICES_ASK, RG_DEVICES_OFF };
enum rg_devices_wanted rg_wants_devices(void);

/* RINGGEN_PROVE: how many seconds of this process may go into proofs; 0: none, -1: as many as
 * usual.
 */
int rg_wants_proof(void);

/* RINGGEN_TRIAL: how many milliseconds trials may take; 0: there are none. */
enum { RG_TRIAL_USUAL = -1 };
int rg_wants_trial(void);

/* RINGGEN_TUNE: how this process wants choices to be made. */
enum rg_tuning rg_wants_tuning(void);

/* Whether it is to draw from all that may be tried (lottery:wide), and not from the plan's
 * neighbours alone. */
bool rg_wants_wide(void);

/* The share of the tickets of RINGGEN_TUNE's lottery that the best candidate has. */
double rg_wants_alpha(void);

/* Whether a value is one of the words for no. */
bool rg_is_off(const char *value);

/* Whether there is anything to be told of this process's variables, and whether it has been. */
enum rg_settings { RG_ALL_RIGHT, RG_WRONG_SETTING, RG_TOLD_SETTING };
enum rg_settings rg_settings(void);

/* It is settled who tells that: this process or another one. Only the first call counts. */
void rg_settings_tell(bool speaks);

#pragma GCC visibility pop
#endif
