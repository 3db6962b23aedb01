/* SPDX-License-Identifier: BSD-3-Clause
 * prototypes: what an application calls, from the rows of collectives.def.
 */
#include "emit/prototypes.h"

#include "emit/format.h"
#include "ringgen/parameters.h"

const char *const rg_forms[RG_FORMS] = {"blocking", "nonblocking", "persistent"};

/* What MPI's routines take, as text. */
#define TEXT(...) TEXT_OF(__VA_ARGS__)
#define TEXT_OF(...) #__VA_ARGS__
#define TAKEN(NAME, name, Entry, large, arguments, ...)             \
	[RG_##NAME] = {.small = TEXT(RG_LIST(RG_TAKES, arguments)), \
	               RG_IF_##large(.in_c = TEXT(RG_LIST(RG_TAKES_c, arguments)))},
static const struct {
	const char *small;
	const char *in_c; /* NULL: there is none for large counts */
} taken[RG_COLLECTIVES] = {RG_ROWS(TAKEN)};

/* A line, broken where it is too long. */
static void add_line(struct rg_text *out, struct rg_text *line)
{
	rg_format_call(out, line->s);
	rg_text_free(line);
}

void rg_prototypes_request(struct rg_text *out, const char *prefix)
{
	struct rg_text line = {0};
	rg_textf(&line,
	         "/* A nonblocking or persistent collective: for %s_Start, %s_Test, %s_Wait and",
	         prefix, prefix, prefix);
	add_line(out, &line);
	rg_textf(&line, " * %s_Request_free. */", prefix);
	add_line(out, &line);
	rg_textf(&line, "typedef struct rg_request *%s_Request;", prefix);
	add_line(out, &line);
}

/* One of them; `c` is "_c" or nothing. */
static void add(struct rg_text *out, const char *prefix, enum rg_collective which, int form,
                const char *c, const char *takes)
{
	const struct rg_descriptor *d = &rg_collectives[which];
	struct rg_text line = {0};
	rg_textf(&line, "int %s_%s%s%s%s(%s", prefix, form == RG_FORM_NONBLOCKING ? "I" : "",
	         form == RG_FORM_NONBLOCKING ? d->name : d->entry,
	         form == RG_FORM_PERSISTENT ? "_init" : "", c, takes);
	if (form == RG_FORM_PERSISTENT)
		rg_text_add(&line, ", MPI_Info info");
	if (form != RG_FORM_BLOCKING)
		rg_textf(&line, ", %s_Request *request", prefix);
	rg_text_add(&line, ");");
	add_line(out, &line);
}

void rg_prototypes(struct rg_text *out, const char *prefix, enum rg_collective which, int form)
{
	add(out, prefix, which, form, "", taken[which].small);
	if (!taken[which].in_c)
		return;
	rg_text_add(out, "#if MPI_VERSION >= 4\n");
	add(out, prefix, which, form, "_c", taken[which].in_c);
	rg_text_add(out, "#endif\n");
}

void rg_prototypes_requests(struct rg_text *out, const char *prefix)
{
	static const char *const takes[][2] = {{"Start", ""},
	                                       {"Test", ", int *flag, MPI_Status *status"},
	                                       {"Wait", ", MPI_Status *status"},
	                                       {"Request_free", ""}};
	struct rg_text line = {0};
	rg_text_add(out, "\n");
	for (size_t i = 0; i < sizeof takes / sizeof *takes; i++) {
		rg_textf(&line, "int %s_%s(%s_Request *request%s);", prefix, takes[i][0], prefix,
		         takes[i][1]);
		add_line(out, &line);
	}
}
