/* SPDX-License-Identifier: BSD-3-Clause
 * text: growing strings, and what is written of them.
 */
#include "base/text.h"

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/whole.h"

/* Room for n more bytes and the terminator. */
static void reserve(struct rg_text *t, size_t n)
{
	size_t need = n < SIZE_MAX - t->len ? t->len + n + 1 : SIZE_MAX;

	if (need <= t->cap)
		return;
	if (need < SIZE_MAX / 2)
		need = need < 128 ? 256 : need * 2;
	t->s = rg_realloc(t->s, need, 1);
	t->cap = need;
}

void rg_text_addn(struct rg_text *t, const char *s, size_t n)
{
	reserve(t, n);
	if (n)
		memcpy(t->s + t->len, s, n);
	t->len += n;
	t->s[t->len] = 0;
}

void rg_text_add(struct rg_text *t, const char *s)
{
	rg_text_addn(t, s, strlen(s));
}

void rg_textf(struct rg_text *t, const char *fmt, ...)
{
	va_list ap;
	char *more;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&more, fmt, ap);
	va_end(ap);
	if (n < 0) {
		reserve(t, SIZE_MAX); /* no memory, or over 2 GB in one call: ends the run */
		return;
	}
	rg_text_addn(t, more, (size_t)n);
	free(more);
}

void rg_text_free(struct rg_text *t)
{
	free(t->s);
	*t = (struct rg_text){0};
}

/* The outputs as whole.h takes them: "-" is standard output. Free it. */
static struct rg_whole *targets(const struct rg_output *out, int n)
{
	struct rg_whole *w = rg_alloc((size_t)n, sizeof(*w));

	for (int i = 0; i < n; i++) {
		bool dash = !out[i].path || strcmp(out[i].path, "-") == 0;

		w[i].path = dash ? NULL : out[i].path;
		w[i].text = out[i].text ? out[i].text->s : NULL;
		w[i].len = out[i].text ? out[i].text->len : 0;
	}
	return w;
}

/* Say why what cannot be written cannot. Returns 0, or -1 when there was something to say. */
static int report(const struct rg_whole *w, int n, struct rg_diag *d)
{
	int before = d->errors;

	for (int i = 0; i < n; i++) {
		if (w[i].error)
			rg_error(d, w[i].path ? w[i].path : "standard output", 0,
			         "cannot write: %s", strerror(w[i].error));
		if (w[i].replaced)
			rg_error(d, w[i].path, 0, "is already replaced, and stays so");
	}
	return d->errors == before ? 0 : -1;
}

int rg_writable(const struct rg_output *out, int n, struct rg_diag *d)
{
	struct rg_whole *w = targets(out, n);
	int result;

	rg_whole_test(w, n);
	result = report(w, n, d);
	free(w);
	return result;
}

int rg_write(const struct rg_output *out, int n, struct rg_diag *d)
{
	struct rg_whole *w = targets(out, n);
	enum rg_whole_result written = rg_whole_write(w, n);
	int result = report(w, n, d);

	free(w);
	if (written == RG_WHOLE_CLOSED)
		raise(SIGPIPE);
	return result;
}
