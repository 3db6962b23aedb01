/* SPDX-License-Identifier: BSD-3-Clause
 * A native variant: the MPI library's own collectives under other values of its control variables.
 *
 * Recorded messages and calls have shown that MPICH 4.0 looks at its variables in every call. Open
 * MPI 4.1 looks at those of coll_tuned when a communicator is made, and only where
 * coll_tuned_use_dynamic_rules was on at MPI_Init; without that they are refused.
 */
#include "ringbench/variant.h"

#include <stdio.h>
#include <string.h>

enum { WORD_MOST = 256 };

static const char too_late[] =
	"it cannot be changed after MPI_Init: set it in the environment of a run of its own, with "
	"--native-name";
static const char no_rules[] =
	"it is obeyed only with OMPI_MCA_coll_tuned_use_dynamic_rules=1 in the environment";

static bool rules_are_off(const char *variable)
{
	struct control rules;

	return !strncmp(variable, "coll_tuned_", strlen("coll_tuned_")) &&
	       !control_open("coll_tuned_use_dynamic_rules", &rules) && !control_read(&rules);
}

/* The number that a value stands for; rank 0 finds out for all. */
static bool resolve(const struct control *c, const char *variable, const char *text,
                    long long *value)
{
	long long found[2] = {0, 0};
	int rank;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		found[0] = control_value(c, variable, text, &found[1]);
	MPI_Bcast(found, 2, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
	*value = found[1];
	return found[0];
}

/* Returns what is wrong with a setting, or NULL: then the library has taken the value once, and has
 * its own again. */
static const char *prepare(struct setting *s, const char *variable, const char *text)
{
	const char *why = control_open(variable, &s->control);

	if (why)
		return why;
	if (!control_is_open(&s->control))
		return too_late;
	if (rules_are_off(variable))
		return no_rules;
	if (!resolve(&s->control, variable, text, &s->value))
		return "it has no such value";
	s->before = control_read(&s->control);
	bool kept = control_write(&s->control, s->value) && control_read(&s->control) == s->value;
	control_write(&s->control, s->before);
	return kept ? NULL : "the MPI library does not take the value";
}

static bool read_setting(struct variant *v, const char *text, char *error, size_t room)
{
	char variable[WORD_MOST], *value;

	snprintf(variable, sizeof variable, "%.*s", (int)strcspn(text, ","), text);
	value = strchr(variable, '=');
	if (!value || v->n == SETTINGS_MOST) {
		snprintf(error, room, "--variant: '%s' is not VARIABLE=VALUE, or one too many",
		         variable);
		return false;
	}
	*value++ = '\0';
	const char *why = prepare(&v->settings[v->n++], variable, value);
	if (why)
		snprintf(error, room, "--variant: %s=%s: %s", variable, value, why);
	return !why;
}

bool variant_prepare(struct variant *v, const char *settings, char *error, size_t room)
{
	for (; settings; settings = strchr(settings, ',')) {
		settings += *settings == ',';
		if (!read_setting(v, settings, error, room))
			return false;
	}
	variant_set(v);
	MPI_Comm_dup(MPI_COMM_WORLD, &v->comm);
	variant_reset(v);
	return true;
}

void variant_set(struct variant *v)
{
	for (int i = 0; i < v->n; i++)
		control_write(&v->settings[i].control, v->settings[i].value);
}

void variant_reset(struct variant *v)
{
	for (int i = v->n - 1; i >= 0; i--)
		control_write(&v->settings[i].control, v->settings[i].before);
}
