/* SPDX-License-Identifier: BSD-3-Clause
 * player: the proof as a part of libringgen.
 */
#include "library/player.h"

#include <stdio.h>
#include <time.h>

#include "base/alloc.h"
#include "base/diag.h"
#include "base/host_names.h"
#include "prove/cases.h"
#include "prove/shares.h"

/* The processor time of this thread. */
static double seconds(void)
{
	struct timespec used;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
	return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

static struct rg_game job_of(const struct rg_player_variant *variant, double until)
{
	return (struct rg_game){.collective = variant->collective,
	                        .algorithm = variant->algorithm,
	                        .places = *variant->places,
	                        .parameters = variant->parameters,
	                        .until = until};
}

static void play(const struct rg_player_variant *variant, int share, double until,
                 struct rg_proof *proof)
{
	const struct rg_game job = job_of(variant, until);
	if (share)
		rg_prove_share(&job, variant->in_lanes, share - 1, proof);
	else
		rg_prove_places(&job, proof);
}

int rg_player_shares(const struct rg_player_variant *variant)
{
	const struct rg_game job = job_of(variant, 0);
	return 1 + rg_shares(&job, variant->in_lanes);
}

enum rg_player_verdict rg_player_play(const struct rg_player_variant *variant, int share,
                                      double *left, char *why, size_t room)
{
	static struct rg_proof proof; /* it is to outlast the jump */
	jmp_buf end, *outer = rg_way_out(&end);
	volatile bool played = false;
	const double begin = seconds();

	proof = (struct rg_proof){0};
	rg_diag_catch(why, room);
	if (!setjmp(end)) {
		play(variant, share, begin + *left, &proof);
		played = true;
	}
	rg_diag_catch(NULL, 0);
	rg_way_out(outer);
	*left -= seconds() - begin;
	if (played) /* else it says that memory ran out */
		snprintf(why, room, "%s", proof.reason);
	rg_proof_free(&proof);
	if (!played || proof.late)
		return RG_TOO_LATE;
	return proof.proved ? RG_PROVED_HERE : RG_REFUTED_HERE;
}

enum rg_collective rg_player_widest(enum rg_collective collective, const struct rg_algorithm *a)
{
	return rg_prove_widest(collective, a);
}

bool rg_player_host(const char *list, int rank, char *name, size_t room, char *why, size_t why_room)
{
	struct rg_hosts h = {.n = 0};
	const char *wrong = rg_hosts_accept(&h, list);

	if (!wrong && rank >= h.n)
		snprintf(why, why_room, "has no host for rank %d", rank);
	else if (wrong || (size_t)snprintf(name, room, "%s", h.host[rank].name) >= room)
		snprintf(why, why_room, "%s", wrong ? wrong : "has a name that is too long");
	else
		*why = '\0';
	rg_hosts_free(&h);
	return !*why;
}
