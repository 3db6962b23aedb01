/* SPDX-License-Identifier: BSD-3-Clause
 * host_names: lists of host names, with ranges.
 */
#include "base/host_names.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/text.h"
#include "base/units.h"

enum {
	LONGEST_NAME = 255, /* as DNS has it, more or less */
	MOST_DIGITS = 18    /* of a number in a range: fits 64 bits */
};

void rg_hosts_free(struct rg_hosts *h)
{
	for (int i = 0; i < h->n; i++)
		free(h->host[i].name);
	free(h->host);
	free(h->file);
	*h = (struct rg_hosts){0};
}

bool rg_hosts_is_file(const char *name)
{
	struct stat s;

	return stat(name, &s) == 0 && !S_ISDIR(s.st_mode);
}

static void append(struct rg_hosts *h, const char *name)
{
	h->host = rg_grow(h->host, (size_t)h->n, &h->cap, sizeof(*h->host));
	h->host[h->n++] =
		(struct rg_host){.name = rg_strdup(name), .ranks = 1, .package = -1, .core = -1};
}

void rg_hosts_cut(struct rg_hosts *h, int n)
{
	while (h->n > n)
		free(h->host[--h->n].name);
}

/* ---- Patterns: a name with ranges, "r[0-1]n[00-07,12]", expanded depth first */

static const char name_characters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789._-";

/* One number of a range: its value, and how many digits it is written with. */
struct number {
	int64_t value;
	int width;
};

/* Read a number at *at and step over it. */
static const char *take_number(const char **at, struct number *x)
{
	size_t n = strspn(*at, "0123456789");

	if (n == 0)
		return **at == ']' || **at == ',' ? "has an empty range"
		                                  : "has a range that is not made of numbers";
	if (n > MOST_DIGITS)
		return "has a number with too many digits in a range";
	x->value = strtoll(*at, NULL, 10);
	x->width = (int)n;
	*at += n;
	return NULL;
}

/* Read "3" or "3-7" at *at and step over it. Leading zeros of the first number count; the second
 * has either the same width or none of its own. */
static const char *take_range(const char **at, struct number *from, struct number *to)
{
	const char *wrong = take_number(at, from);
	const char *second;

	*to = *from;
	if (wrong || **at != '-')
		return wrong;
	second = ++*at;
	wrong = take_number(at, to);
	if (wrong)
		return wrong;
	if (*second == '0' && to->width > 1 && to->width != from->width)
		return "has a range whose ends are padded with zeros differently";
	if (to->value < from->value)
		return "has a range that runs backwards";
	if (to->value - from->value >= RG_HOSTS_MOST)
		return "stands for too many names";
	return NULL;
}

/* ---- Is a pattern right, and how many names does it stand for? Before any is made. */

static int width_of(int64_t value)
{
	int n = 1;

	for (; value >= 10; value /= 10)
		n++;
	return n;
}

/* The names that a pattern makes: their number, and the length of the longest. */
struct extent {
	int64_t names; /* never more than RG_HOSTS_MOST times those of a bracket */
	size_t longest;
};

/* Look at the bracket whose inside begins at *at, and step over it. */
static const char *check_bracket(const char **at, const char *end, struct extent *x)
{
	int64_t numbers = 0;
	int widest = 0;

	if (!memchr(*at, ']', (size_t)(end - *at)))
		return "has a [ without a ]";
	do {
		struct number from, to;
		const char *wrong = take_range(at, &from, &to);
		int width = wrong ? 0 : width_of(to.value);

		if (!wrong && **at != ',' && **at != ']')
			wrong = "has a range that is not made of numbers";
		if (wrong)
			return wrong;
		numbers += to.value - from.value + 1;
		widest = width > widest ? width : widest;
		widest = from.width > widest ? from.width : widest;
		if (numbers > RG_HOSTS_MOST)
			return "stands for too many names";
	} while (*(*at)++ == ',');
	x->names *= numbers;
	x->longest += (size_t)widest;
	return x->names > RG_HOSTS_MOST ? "stands for too many names" : NULL;
}

static const char *check_pattern(const char *at, const char *end, struct extent *x)
{
	const char *wrong = NULL;

	*x = (struct extent){.names = 1};
	for (;;) {
		size_t n = strspn(at, name_characters);

		at += n;
		x->longest += n;
		if (at == end)
			break;
		if (*at != '[')
			return *at == ']' ? "has a ] without a ["
			                  : "has a character that no host name has";
		at++;
		wrong = check_bracket(&at, end, x);
		if (wrong)
			return wrong;
	}
	if (x->longest > LONGEST_NAME)
		return "has a name that is too long";
	return x->longest ? NULL : "has an empty name";
}

/* A phrase that says what is wrong with an expression, which may make so many names; NULL:
 * nothing. */
static const char *check(const char *expr, int64_t room)
{
	for (const char *end;; expr = end + 1) {
		struct extent x;
		const char *wrong;

		end = rg_hosts_end(expr);
		wrong = check_pattern(expr, end, &x);
		if (wrong)
			return wrong;
		room -= x.names;
		if (room < 0)
			return "stands for too many names";
		if (!*end)
			return NULL;
	}
}

/* ---- Making the names of one that is right: `name` holds what stands before `at` ---- */

static void expand_at(struct rg_hosts *h, const char *at, const char *end, char *name, size_t len);

/* The bracket whose inside begins at `at`: for each number, go on behind the bracket. */
static void expand_bracket(struct rg_hosts *h, const char *at, const char *end, char *name,
                           size_t len)
{
	const char *behind = strchr(at, ']') + 1;

	do {
		struct number from, to;

		take_range(&at, &from, &to);
		for (int64_t i = from.value; i <= to.value; i++) {
			int n = snprintf(name + len, LONGEST_NAME + 1 - len, "%0*lld", from.width,
			                 (long long)i);

			expand_at(h, behind, end, name, len + (size_t)n);
		}
	} while (*at++ == ',');
}

static void expand_at(struct rg_hosts *h, const char *at, const char *end, char *name, size_t len)
{
	size_t n = strspn(at, name_characters);

	memcpy(name + len, at, n);
	len += n;
	if (at + n < end) {
		expand_bracket(h, at + n + 1, end, name, len);
		return;
	}
	name[len] = 0;
	append(h, name);
}

const char *rg_hosts_end(const char *s)
{
	bool inside = false;

	for (; *s && (inside || *s != ','); s++) {
		if (*s == '[')
			inside = true;
		else if (*s == ']')
			inside = false;
	}
	return s;
}

const char *rg_hosts_expand(struct rg_hosts *h, const char *expr)
{
	char name[LONGEST_NAME + 1];
	const char *wrong = check(expr, RG_HOSTS_MOST - h->n);

	for (const char *end; !wrong; expr = end + 1) {
		end = rg_hosts_end(expr);
		expand_at(h, expr, end, name, 0);
		if (!*end)
			break;
	}
	return wrong;
}

/* ---- Addresses */

/* Parse the n characters at s, without the zone behind %; false: they are no IPv6 address. */
static bool parse_address(const char *s, size_t n, struct in6_addr *address)
{
	char text[INET6_ADDRSTRLEN];
	const char *zone = memchr(s, '%', n);
	size_t length = zone ? (size_t)(zone - s) : n;

	if (length >= sizeof text)
		return false;
	memcpy(text, s, length);
	text[length] = 0;
	return inet_pton(AF_INET6, text, address) == 1;
}

size_t rg_address_length(const char *s)
{
	struct in6_addr address;
	const char *end = *s == '[' ? strchr(s, ']') : NULL;

	if (end)
		return parse_address(s + 1, (size_t)(end - s) - 1, &address) ? (size_t)(end - s) + 1
		                                                             : 0;
	return parse_address(s, strlen(s), &address) ? strlen(s) : 0;
}

/* Append what the element is or stands for. */
static const char *accept_one(struct rg_hosts *h, const char *element)
{
	char text[INET6_ADDRSTRLEN];
	struct in6_addr address;
	size_t n = rg_address_length(element), bracket = *element == '[';

	if (!n || element[n])
		return rg_hosts_expand(h, element);
	if (h->n == RG_HOSTS_MOST)
		return "stands for too many names";
	parse_address(element + bracket, n - 2 * bracket, &address);
	append(h, inet_ntop(AF_INET6, &address, text, sizeof text));
	return NULL;
}

const char *rg_hosts_accept(struct rg_hosts *h, const char *expr)
{
	const char *wrong = NULL;
	int before = h->n;

	for (const char *end; !wrong; expr = end + 1) {
		end = rg_hosts_end(expr);
		char *element = rg_strndup(expr, (size_t)(end - expr));
		wrong = accept_one(h, element);
		free(element);
		if (!*end)
			break;
	}
	if (wrong)
		rg_hosts_cut(h, before);
	return wrong;
}

const char *rg_name_fault(const char *name)
{
	size_t n = strlen(name);

	if (n == 0)
		return "is empty";
	if (n > LONGEST_NAME)
		return "is longer than 255 characters";
	if (strpbrk(name, "[]"))
		return "is a range, which only a <node> may have";
	for (size_t i = 0; i < n; i++)
		if (name[i] <= ' ' || name[i] > '~' || strchr(",:;#=\"'<>&\\*@", name[i]))
			return "has a character that no name may have (use letters, digits, . _ -)";
	return NULL;
}

const char *rg_host_fault(const char *name)
{
	struct rg_hosts h = {0};
	const char *wrong = strlen(name) > LONGEST_NAME ? "is longer than 255 characters"
	                    : strpbrk(name, "[],")      ? "is a list, not a host"
	                                                : rg_hosts_expand(&h, name);
	rg_hosts_free(&h);
	return wrong;
}

const char *rg_topology_fault(const char *name)
{
	if (!isalpha((unsigned char)*name) && *name != '_')
		return "is not a C identifier (begin with a letter)";
	for (const char *s = name; *s; s++)
		if (!isalnum((unsigned char)*s) && *s != '_')
			return "is not a C identifier (use letters, digits and _)";
	if (strncasecmp(name, "MPI", 3) == 0 || strncasecmp(name, "PMPI", 4) == 0)
		return "begins like the names of MPI";
	if (strncasecmp(name, "rg_", 3) == 0 || strcasecmp(name, "rg") == 0)
		return "begins like the names of the runtime";
	return strlen(name) > LONGEST_NAME ? "is longer than 255 characters" : NULL;
}

/* ---- The reverse ---- */

/* A number in a name, of which a range can be made; n 0: there is none. */
struct digits {
	size_t at, n;
	int64_t value;
};

/* The last number that ends within the first `end` characters. */
static struct digits last_number(const char *name, size_t end)
{
	struct digits d = {.at = end};
	while (d.at > 0 && !strchr("0123456789", name[d.at - 1]))
		d.at--;
	while (d.at > 0 && d.n < MOST_DIGITS && strchr("0123456789", name[d.at - 1])) {
		d.at--;
		d.n++;
	}
	for (size_t i = 0; i < d.n; i++)
		d.value = 10 * d.value + (name[d.at + i] - '0');
	return d;
}

/* How many of the n names, from the first on, are alike but for the number `d`, which counts up. */
static int run_length(const struct rg_host *host, int n, struct digits d)
{
	const char *name = host[0].name;
	struct rg_text next = {0};
	int k = 1;
	for (; d.n && k < n; k++) {
		next.len = 0;
		rg_textf(&next, "%.*s%0*lld%s", (int)d.at, name, (int)d.n, (long long)d.value + k,
		         name + d.at + d.n);
		if (strcmp(next.s, host[k].name) != 0)
			break;
	}
	rg_text_free(&next);
	return k;
}

void rg_hosts_fold(const struct rg_host *host, int n, struct rg_text *out)
{
	for (int i = 0, k = 1; i < n; i += k) {
		const char *name = host[i].name;
		struct digits d = last_number(name, strlen(name));
		k = run_length(host + i, n - i, d);
		while (k == 1 && d.at > 0) {
			d = last_number(name, d.at);
			k = run_length(host + i, n - i, d);
		}
		rg_text_add(out, i ? "," : "");
		if (k == 1)
			rg_text_add(out, name);
		else
			rg_textf(out, "%.*s[%0*lld-%0*lld]%s", (int)d.at, name, (int)d.n,
			         (long long)d.value, (int)d.n, (long long)d.value + k - 1,
			         name + d.at + d.n);
	}
}
