/* SPDX-License-Identifier: BSD-3-Clause
 * The results of pairs: the table, the CSV file, the calibrated topology.
 */
#include "ringbench/pairs_output.h"
#include "ringbench/output.h"
#include "ringbench/program.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The table */

/* "n0 - n4", and how many more. */
static const char *ends_text(const struct route *r, const struct host *hosts, char *text,
                             size_t room)
{
	int length =
		snprintf(text, room, "%s - %s", hosts[r->ends[0]].name, hosts[r->ends[r->n]].name);

	if (r->n > 1 && length > 0 && (size_t)length < room)
		snprintf(text + length, room - (size_t)length, " and %d more", r->n - 1);
	return text;
}

static int wider(int width, const char *text)
{
	return (int)strlen(text) > width ? (int)strlen(text) : width;
}

static const char *ranks_text(const struct route *r, char text[32])
{
	snprintf(text, 32, "%d - %d", r->ends[0], r->ends[r->n]);
	return text;
}

void pairs_print(const struct options *o, const struct survey *s, const struct speed *speeds,
                 const struct toll *toll, const struct host *hosts, int ranks)
{
	char size[32], time[32], pair[32], way[32], both[32], ends[2 * HOST_MOST + 32];
	int labels = (int)strlen("level"), names = (int)strlen("hosts");
	double least = INFINITY;

	for (int i = 0; i < s->nroutes; i++) {
		if (speeds[i].latency > 0)
			least = fmin(least, speeds[i].latency);
		labels = wider(labels, s->routes[i].label);
		names = wider(names, ends_text(&s->routes[i], hosts, ends, sizeof ends));
	}
	output_size_text(o->pair_bytes, size);
	printf("\npoint to point, %d ranks on %d machine%s: half the round trip of 1 byte; %d "
	       "messages of %s in flight\n",
	       ranks, s->machines, s->machines == 1 ? "" : "s", IN_FLIGHT, size);
	printf("%-*s  %-*s  %11s  %9s  %14s  %15s\n", labels, "level", names, "hosts", "ranks",
	       "latency", "one way", "both ways, each");
	for (int i = 0; i < s->nroutes; i++)
		printf("%-*s  %-*s  %11s  %9s  %14s  %15s\n", labels, s->routes[i].label, names,
		       ends_text(&s->routes[i], hosts, ends, sizeof ends),
		       ranks_text(&s->routes[i], pair),
		       output_time_beside(speeds[i].latency, least, time),
		       output_rate(speeds[i].one_way, way), output_rate(speeds[i].both_ways, both));
	if (toll->startup > 0)
		printf("a message between machines takes %s of each end, when all are busy\n",
		       output_time(toll->startup, time));
	if (toll->alone > 0)
		printf("a message between machines takes %s of each end, when two machines are "
		       "busy\n",
		       output_time(toll->alone, time));
	if (toll->within > 0)
		printf("a message within a machine takes %s, when all are busy\n",
		       output_time(toll->within, time));
	if (toll->stream > 0)
		printf("a long message within a machine has %s, when all are in pairs\n",
		       output_rate(toll->stream, way));
	if (toll->notify > 0)
		printf("a notification within a machine takes %s\n",
		       output_time(toll->notify, time));
	if (toll->eager > 0)
		printf("a message between machines of up to %s does not wait for its receiver\n",
		       output_size_text(toll->eager, size));
	if (toll->burst > 0)
		printf("a link that has rested carries %s at once\n",
		       output_size_text(toll->burst, size));
	if (toll->combine > 0 && toll->copy > 0)
		printf("each rank combines %s and copies %s, when all do\n",
		       output_rate(toll->combine, way), output_rate(toll->copy, both));
}

/* ---- The CSV file */

void pairs_csv(const struct survey *s, const struct speed *speeds, const struct toll *toll,
               const struct host *hosts, FILE *to)
{
	fputs("kind,label,a,b,pairs,latency_us,one_way_MBps,both_ways_MBps\n", to);
	for (int i = 0; i < s->nroutes; i++) {
		const struct route *r = &s->routes[i];
		fprintf(to, "%s,%s,%s,%s,%d,%.6g,%.6g,%.6g\n", r->cut ? "cut" : "pair", r->label,
		        hosts[r->ends[0]].name, hosts[r->ends[r->n]].name, r->n,
		        1e6 * speeds[i].latency, speeds[i].one_way / 1e6,
		        speeds[i].both_ways / 1e6);
	}
	if (toll->startup > 0)
		fprintf(to, "startup,,,,,%.6g,,\n", 1e6 * toll->startup);
	if (toll->alone > 0)
		fprintf(to, "alone,,,,,%.6g,,\n", 1e6 * toll->alone);
	if (toll->within > 0)
		fprintf(to, "within,,,,,%.6g,,\n", 1e6 * toll->within);
	if (toll->stream > 0)
		fprintf(to, "stream,,,,,,%.6g,\n", toll->stream / 1e6);
	if (toll->notify > 0)
		fprintf(to, "notify,,,,,%.6g,,\n", 1e6 * toll->notify);
	if (toll->eager > 0)
		fprintf(to, "eager,%d,,,,,,\n", toll->eager);
	if (toll->burst > 0)
		fprintf(to, "burst,%d,,,,,,\n", toll->burst);
	if (toll->combine > 0)
		fprintf(to, "combine,,,,,,%.6g,\n", toll->combine / 1e6);
	for (int i = 0; i < COMBINED_KINDS; i++)
		if (toll->kinds[i] > 0)
			fprintf(to, "combine,%s,,,,,%.6g,\n", combined_kinds[i],
			        toll->kinds[i] / 1e6);
	if (toll->copy > 0)
		fprintf(to, "copy,,,,,,%.6g,\n", toll->copy / 1e6);
	fflush(to);
}

/* ---- The calibrated topology */

/* The lines as a text, for the caller to free. */
static char *csv_text(const struct survey *s, const struct speed *speeds, const struct toll *toll,
                      const struct host *hosts)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (f) {
		pairs_csv(s, speeds, toll, hosts, f);
		fclose(f);
	}
	return text ? text : allocate(1, 1);
}

bool pairs_calibrate(const struct options *o, const struct survey *s, const struct speed *speeds,
                     const struct toll *toll, const struct host *hosts)
{
	const char *const argv[] = {
		o->ringgen, "calibrate",  o->topology, "--measured", o->csv ? o->csv : "-",
		"-o",       o->calibrate, NULL};
	char *lines = csv_text(s, speeds, toll, hosts);
	int status = 0;
	char *said = program_run(argv, lines, &status);
	bool good = said && !status;

	if (!said)
		fprintf(stderr, "ringbench: %s: %s\n", o->ringgen, strerror(errno));
	else if (status)
		fprintf(stderr, "ringbench: %s calibrate %s: exit status %d\n", o->ringgen,
		        o->topology, status);
	if (said)
		printf("\n%s", said);
	free(said);
	free(lines);
	return good;
}
