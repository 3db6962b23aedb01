/* SPDX-License-Identifier: BSD-3-Clause
 * rates: the costs of messages and memory beside those that the topology tells.
 */
#include "cost/rates.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/meant.h"
#include "base/text.h"
#include "base/units.h"

/* Assumptions of a usual server, not measured; `ringgen plan --model` changes each, and a measured
 * start-up is in the topology file. They count inside machines, and between algorithms of which one
 * combines or copies more.
 *
 * One core of a Xeon copied 14 GB/s in vectors of 8 MiB, and 28 GB/s of 1 MiB, and combined doubles
 * at about as much, with nobody else on its memory. copy is half of the former, since a collective
 * has all cores at work; combine less than that, since it reads two operands where a copy reads
 * one; stream is a message that is copied twice, in and out of shared memory (4 GB/s), by two
 * processes that wait for each other. memory is what two channels of DDR4 have together. across is
 * chosen, half of what each of two NUMA nodes has of that: usual tables of distances (SLIT, `lstopo
 * --distances`) have 10 for the own memory and 20 or 21 for that of the other node. within and
 * notify are a message and a word from one core's cache to another's. */
const struct rg_model rg_model_usual = {
	.startup = -1,
	.within = 0.8e-6,
	.stream = 3e9,
	.combine = 5e9,
	.copy = 8e9,
	.memory = 40e9,
	.across = 10e9,
	.notify = 0.2e-6,
	.header = 120,    /* of Ethernet, IP, TCP and the MPI library, in one frame */
	.eager = 1 << 14, /* UCX over TCP; Open MPI's own TCP: 64 KiB */
	.buffered = 1 << 16,
};

const struct rg_model rg_model_ideal = {
	.buffered = (1 << 16) - 1, .given = (1 << RG_TOLDS) - 1, .fair = true};

/* The member called so, a double, or of a size an int64_t. */
static const struct quantity {
	const char *name;
	size_t offset;
	enum rg_quantity is;
} quantities[] = {
	{"startup", offsetof(struct rg_model, startup), RG_TIME},
	{"alone", offsetof(struct rg_model, alone), RG_TIME},
	{"within", offsetof(struct rg_model, within), RG_TIME},
	{"notify", offsetof(struct rg_model, notify), RG_TIME},
	{"stream", offsetof(struct rg_model, stream), RG_RATE},
	{"combine", offsetof(struct rg_model, combine), RG_RATE},
	{"copy", offsetof(struct rg_model, copy), RG_RATE},
	{"memory", offsetof(struct rg_model, memory), RG_RATE},
	{"across", offsetof(struct rg_model, across), RG_RATE},
	{"header", offsetof(struct rg_model, header), RG_SIZE},
	{"eager", offsetof(struct rg_model, eager), RG_SIZE},
	{"buffered", offsetof(struct rg_model, buffered), RG_SIZE},
	{"burst", offsetof(struct rg_model, burst), RG_SIZE},
};
enum { QUANTITIES = sizeof quantities / sizeof *quantities };

/* A measured value takes the place of an assumed one. */
static void take_told(struct rg_model *m, enum rg_told which, double value)
{
	int i = 0;
	while (strcmp(quantities[i].name, rg_tellings[which].name) != 0)
		i++;
	void *to = (char *)m + quantities[i].offset;
	if (quantities[i].is == RG_SIZE)
		*(int64_t *)to = (int64_t)value;
	else
		*(double *)to = value;
}

static const char *set(struct rg_model *m, const struct quantity *q, const char *value)
{
	void *to = (char *)m + q->offset;
	for (int k = 0; k < RG_TOLDS; k++)
		if (strcmp(rg_tellings[k].name, q->name) == 0)
			m->given |= 1u << k;
	if (to == &m->burst && strcmp(value, "0") == 0) { /* whatever the file says: none */
		m->burst = 0;
		return NULL;
	}
	if (q->is == RG_TIME)
		return rg_parse_time(value, to);
	return q->is == RG_RATE ? rg_parse_bandwidth(value, to) : rg_parse_size(value, to);
}

static char *phrase(const char *word, const char *wrong, const char *hint)
{
	struct rg_text text = {0};
	rg_textf(&text, "'%s' %s%s", word, wrong, hint);
	return text.s;
}

#define NAMES                                                                                    \
	"startup, alone, within, notify, stream, combine, copy, memory, across, header, eager, " \
	"buffered, burst"

/* One word of the list. */
static char *parse_word(struct rg_model *m, char *word)
{
	char *value = strchr(word, '='), hint[RG_HINT];
	const char *of = m->of;
	if (strcmp(word, "ideal") == 0)
		*m = rg_model_ideal;
	else if (strcmp(word, "usual") == 0)
		*m = rg_model_usual;
	m->of = of;
	if (strcmp(word, "ideal") == 0 || strcmp(word, "usual") == 0)
		return NULL;
	if (!value)
		return phrase(word, "is neither ideal, usual, nor a NAME=VALUE",
		              rg_nearest_hint(hint, sizeof hint, "", word, "ideal usual"));
	*value++ = '\0';
	for (int i = 0; i < QUANTITIES; i++)
		if (strcmp(quantities[i].name, word) == 0) {
			const char *wrong = set(m, &quantities[i], value);
			return wrong ? phrase(value, wrong, "") : NULL;
		}
	return phrase(word, "is none of " NAMES,
	              rg_nearest_hint(hint, sizeof hint, "", word, NAMES));
}

char *rg_model_parse(const char *s, struct rg_model *m)
{
	char *wrong = NULL;
	while (!wrong) {
		size_t n = strcspn(s, ",");
		char *word = rg_strndup(s, n);
		wrong = parse_word(m, word);
		free(word);
		if (!s[n])
			break;
		s += n + 1;
	}
	return wrong;
}

double rg_least_startup(const struct rg_model *m)
{
	return m->alone > 0 && m->alone < m->startup ? m->alone : m->startup;
}

void rg_model_settle(struct rg_model *m, const struct rg_topo *t, const int *machine, int machines)
{
	double least = -1;
	for (int k = 0; k < RG_TOLDS; k++)
		if (!(m->given & 1u << k) && t->told[k] >= 0)
			take_told(m, (enum rg_told)k, t->told[k]);
	if (m->of && !(m->given & 1u << RG_TOLD_COMBINE) && rg_topo_combining(t, m->of) > 0)
		m->combine = rg_topo_combining(t, m->of);
	/* A sender that does not wait for the receiver does not wait for the links. */
	if (m->buffered < m->eager && t->told[RG_TOLD_EAGER] >= 0)
		m->buffered = m->eager;
	if (m->startup >= 0)
		return;
	for (int i = 0; i < machines; i++) {
		int v = t->machine[machine[i]];
		if (t->first[v] == t->first[v + 1])
			continue;
		double latency = t->link[t->incident[t->first[v]]].latency;
		least = least < 0 || latency < least ? latency : least;
	}
	/* The shortest way between two machines is two such links, and half of it is wanted. */
	m->startup = least < 0 ? 0 : least;
}
