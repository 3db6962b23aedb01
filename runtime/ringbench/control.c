/* SPDX-License-Identifier: BSD-3-Clause
 * A control variable of the MPI library (MPI_T) whose values are numbers.
 */
#include "ringbench/control.h"
#include "ringbench/program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef MPI_T_ENUM_NULL

enum { WORD_MOST = 256, DESCRIPTION_MOST = 8192 };

enum kind { INT_KIND, UNSIGNED_KIND, LONG_KIND, BOOL_KIND, NO_KIND };

static int kind_of(MPI_Datatype type)
{
	if (type == MPI_UNSIGNED_LONG || type == MPI_UNSIGNED_LONG_LONG || type == MPI_COUNT)
		return LONG_KIND;
	return type == MPI_INT        ? INT_KIND
	       : type == MPI_UNSIGNED ? UNSIGNED_KIND
	       : type == MPI_C_BOOL   ? BOOL_KIND
	                              : NO_KIND;
}

/* The name and what else the library tells of variable c->index. */
static bool describe(struct control *c, char name[WORD_MOST], MPI_T_enum *names)
{
	char description[DESCRIPTION_MOST];
	int length = WORD_MOST, room = sizeof description, verbosity, binding;
	MPI_Datatype type = MPI_DATATYPE_NULL;

	if (MPI_T_cvar_get_info(c->index, name, &length, &verbosity, &type, names, description,
	                        &room, &binding, &c->scope) != MPI_SUCCESS)
		return false;
	c->kind = kind_of(type);
	return true;
}

const char *control_open(const char *wanted, struct control *c)
{
	char name[WORD_MOST];
	MPI_T_enum names;
	int provided, n = 0, count = 0;

	if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS ||
	    MPI_T_cvar_get_num(&n) != MPI_SUCCESS)
		return "the MPI library does not tell its control variables";
	for (c->index = 0; c->index < n; c->index++)
		if (describe(c, name, &names) && !strcmp(name, wanted))
			break;
	if (c->index == n)
		return "the MPI library has no such control variable";
	if (c->kind == NO_KIND ||
	    MPI_T_cvar_handle_alloc(c->index, NULL, &c->handle, &count) != MPI_SUCCESS ||
	    count != 1)
		return "its value is not a number";
	return NULL;
}

bool control_is_open(const struct control *c)
{
	return c->scope != MPI_T_SCOPE_CONSTANT && c->scope != MPI_T_SCOPE_READONLY;
}

/* A value as the library reads and writes it: as many bytes as its type has. */
union value {
	int i;
	unsigned u;
	unsigned long long l;
	bool b;
};

bool control_write(const struct control *c, long long value)
{
	union value raw = {.l = 0};

	if (c->kind == INT_KIND)
		raw.i = (int)value;
	else if (c->kind == UNSIGNED_KIND)
		raw.u = (unsigned)value;
	else if (c->kind == LONG_KIND)
		raw.l = (unsigned long long)value;
	else
		raw.b = value != 0;
	return MPI_T_cvar_write(c->handle, &raw) == MPI_SUCCESS;
}

long long control_read(const struct control *c)
{
	union value raw = {.l = 0};

	if (MPI_T_cvar_read(c->handle, &raw) != MPI_SUCCESS)
		return -1;
	return c->kind == INT_KIND        ? raw.i
	       : c->kind == UNSIGNED_KIND ? raw.u
	       : c->kind == LONG_KIND     ? (long long)raw.l
	                                  : raw.b;
}

/* ---- Values by name */

static bool same_name(const char *item, const char *text)
{
	while (*item && (*item == *text || (*item == '_' && *text == '-'))) {
		item++;
		text++;
	}
	return !*item && !*text;
}

/* Open MPI: an enumeration; its help has - or a blank where the names have _. */
static bool find_in_enum(MPI_T_enum names, const char *text, long long *value)
{
	char item[WORD_MOST];
	int n = 0, number, length = sizeof item;

	if (MPI_T_enum_get_info(names, &n, item, &length) != MPI_SUCCESS)
		return false;
	for (int i = 0; i < n; i++) {
		length = sizeof item;
		if (MPI_T_enum_get_item(names, i, &number, item, &length) == MPI_SUCCESS &&
		    same_name(item, text)) {
			*value = number;
			return true;
		}
	}
	return false;
}

/* MPICH takes names only from the environment, when it begins. So another process is asked. */
static bool find_by_environment(const char *name, const char *text, long long *value)
{
	const char *const argv[] = {"/proc/self/exe", "--value-of", name, NULL};
	int status = 0;

	setenv(name, text, 1);
	char *said = program_run(argv, "", &status);
	unsetenv(name);
	bool found = said && status == 0 && sscanf(said, "%lld", value) == 1;
	free(said);
	return found;
}

bool control_value(const struct control *c, const char *name, const char *text, long long *value)
{
	struct control again = *c;
	char own_name[WORD_MOST], *end;
	MPI_T_enum names = MPI_T_ENUM_NULL;

	errno = 0;
	*value = strtoll(text, &end, 10);
	if (*text && !*end)
		return !errno;
	if (!describe(&again, own_name, &names))
		return false;
	if (names != MPI_T_ENUM_NULL)
		return find_in_enum(names, text, value);
	return !strncmp(name, "MPIR_CVAR_", 10) && find_by_environment(name, text, value);
}

int control_print(const char *name)
{
	struct control c;

	if (control_open(name, &c))
		return 2;
	printf("%lld\n", control_read(&c));
	return 0;
}

#else /* no MPI_T */

const char *control_open(const char *name, struct control *c)
{
	(void)name;
	*c = (struct control){0};
	return "this MPI library has no control variables";
}

bool control_is_open(const struct control *c)
{
	(void)c;
	return false;
}

long long control_read(const struct control *c)
{
	(void)c;
	return -1;
}

bool control_write(const struct control *c, long long value)
{
	(void)c;
	(void)value;
	return false;
}

bool control_value(const struct control *c, const char *name, const char *text, long long *value)
{
	(void)c;
	(void)name;
	(void)text;
	(void)value;
	return false;
}

int control_print(const char *name)
{
	(void)name;
	return 2;
}

#endif
