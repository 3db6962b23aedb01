/* SPDX-License-Identifier: BSD-3-Clause
 * What the proof at set-up takes: seconds of a processor, of all ranks together and of the rank
 * with the most, which the others wait for where each has a core.
 *
 *   proving RANKS COLLECTIVE=ALGORITHM[:PARAMETERS]...
 *
 * One rank on each machine, in lanes. Of more than 64 shares 64 are played, at equal distances, and
 * taken for all: of a kind they take as long.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/catalogue.h"
#include "library/player.h"

enum { PLAYED_MOST = 64 };

/* "bcast=tree:binomial", whose text is taken apart. NULL: there is none. */
static const struct rg_routine *find(char *text, const char **parameters)
{
	char *name = strchr(text, '=');
	if (!name)
		return NULL;
	*name++ = '\0';
	char *rest = strchr(name, ':');
	if (rest)
		*rest++ = '\0';
	*parameters = rest;
	for (int i = 0; i < RG_ROUTINES; i++)
		if (!strcmp(rg_routines[i].name, text) &&
		    !strcmp(rg_routines[i].algorithm->name, name))
			return &rg_routines[i];
	return NULL;
}

/* Seconds that a share takes. */
static double play(const struct rg_player_variant *variant, int share)
{
	char why[512];
	double left = 1e6;
	if (rg_player_play(variant, share, &left, why, sizeof why) != RG_PROVED_HERE)
		printf("%s: %s\n", variant->algorithm->name, why);
	return 1e6 - left;
}

/* Of the shares from 1 on: their sum, and the most of one rank, which has every P-th. */
static double play_shares(const struct rg_player_variant *variant, int shares, double *most)
{
	const int P = variant->places->P, step = shares > PLAYED_MOST ? shares / PLAYED_MOST : 1;
	const int each = (shares + P - 1) / P;
	double sum = 0, longest = 0;
	int played = 0;
	for (int i = 1; i <= shares; i += step, played++) {
		double seconds = play(variant, i);
		sum += seconds;
		longest = seconds > longest ? seconds : longest;
	}
	*most = longest * each;
	return played ? sum * shares / played : 0;
}

int main(int argc, char **argv)
{
	const int P = argc > 1 ? atoi(argv[1]) : 0;
	int *order = P > 0 ? malloc((size_t)P * sizeof *order) : NULL;
	for (int i = 0; i < P && order; i++)
		order[i] = i;
	const struct rg_places places = {.P = P, .order = order};
	printf("%-40s %6s %8s %10s %10s %10s\n", "", "ranks", "shares", "vectors s", "shares s",
	       "longest s");
	for (int i = 2; i < argc && order; i++) {
		const char *parameters = NULL;
		char name[128];
		snprintf(name, sizeof name, "%s", argv[i]);
		const struct rg_routine *r = find(argv[i], &parameters);
		if (!r) {
			fprintf(stderr, "proving: there is no '%s'\n", name);
			return 2;
		}
		const struct rg_player_variant variant = {
			rg_player_widest(r->collective, r->algorithm), r->algorithm, parameters,
			&places, r->algorithm->lanes};
		const int shares = rg_player_shares(&variant) - 1;
		double most, vectors = play(&variant, 0),
			     all = play_shares(&variant, shares, &most);
		printf("%-40s %6d %8d %10.3f %10.3f %10.3f\n", name, P, shares, vectors, all,
		       vectors > most ? vectors : most);
	}
	free(order);
	return order ? 0 : 2;
}
