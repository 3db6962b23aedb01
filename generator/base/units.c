/* SPDX-License-Identifier: BSD-3-Clause
 * units: numbers with units, read strictly and shown briefly. Decimal numbers only: what strtod
 * reads beyond them (hexadecimal, inf, nan, another locale's comma) is refused.
 */
#include "base/units.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No network has more, or less. These limits keep sums and quotients of quantities far from
 * overflow. */
#define MOST_BANDWIDTH 1e18 /* bytes per second */
#define LEAST_BANDWIDTH 0.125
#define MOST_TIME 1e9 /* seconds: 30 years */

struct unit {
	const char *name;
	double factor;
};

static const struct unit rate_units[] = {
	{"bps", 0.125},
	{"bit/s", 0.125},
	{"bits/s", 0.125},
	{"b/s", 0.125},
	{"B/s", 1},
	{"Bps", 1},
	{0},
};

static const struct unit time_units[] = {
	{"s", 1},          {"ms", 1e-3}, {"us", 1e-6},  {"\u00b5s", 1e-6},
	{"\u03bcs", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}, {0},
};

static const struct unit prefixes[] = {
	{"Ki", 1024.0},
	{"ki", 1024.0},
	{"Mi", 1024.0 * 1024},
	{"Gi", 1024.0 * 1024 * 1024},
	{"Ti", 1024.0 * 1024 * 1024 * 1024},
	{"k", 1e3},
	{"K", 1e3},
	{"M", 1e6},
	{"G", 1e9},
	{"T", 1e12},
	{0},
};

/* The factor of the unit in table that is spelt `name`; 0: none. */
static double unit_factor(const struct unit *table, const char *name)
{
	for (; table->name; table++) {
		if (strcmp(table->name, name) == 0)
			return table->factor;
	}
	return 0;
}

/* The same, where a prefix may stand before the unit. */
static double prefixed_factor(const struct unit *table, const char *name)
{
	double factor = unit_factor(table, name);

	for (const struct unit *p = prefixes; factor == 0 && p->name; p++) {
		size_t len = strlen(p->name);

		if (strncmp(name, p->name, len) == 0)
			factor = p->factor * unit_factor(table, name + len);
	}
	return factor;
}

static size_t digits(const char *s)
{
	return strspn(s, "0123456789");
}

/* The length of the decimal number that s begins with, without sign; 0: none. */
static size_t number_length(const char *s)
{
	size_t whole = digits(s), n = whole, fraction = 0, e;

	if (s[n] == '.') {
		fraction = digits(s + n + 1);
		n += 1 + fraction;
	}
	if (whole + fraction == 0)
		return 0;
	if (s[n] != 'e' && s[n] != 'E')
		return n;
	e = n + 1 + (s[n + 1] == '+' || s[n + 1] == '-');
	return digits(s + e) ? e + digits(s + e) : n;
}

/* Read the number at the front of s and point *unit at what follows it, blanks skipped. A negative
 * number that is not zero is given as -1. */
static const char *parse_number(const char *s, double *value, const char **unit)
{
	bool negative = *s == '-';
	const char *start = s + negative;
	size_t n = number_length(start);
	char *end;

	if (n == 0)
		return "is not a number";
	errno = 0;
	*value = strtod(start, &end);
	if (end != start + n)
		return "is not a number";
	if (errno == ERANGE)
		return *value > 1 ? "is too large" : "is too small";
	if (negative && *value != 0)
		*value = -1;
	*unit = end + strspn(end, " \t");
	return NULL;
}

const char *rg_parse_bandwidth(const char *s, double *bytes_per_second)
{
	const char *unit;
	double value, factor;
	const char *wrong = parse_number(s, &value, &unit);

	if (wrong)
		return wrong;
	if (value <= 0)
		return "is not positive";
	if (!*unit)
		return "has no unit (try 1Gbps)";
	factor = prefixed_factor(rate_units, unit);
	if (factor == 0)
		return "has an unknown unit (try 1Gbps, 1Gbit/s or 1GB/s)";
	if (value * factor < LEAST_BANDWIDTH)
		return "is too small";
	if (value * factor > MOST_BANDWIDTH)
		return "is too large";
	*bytes_per_second = value * factor;
	return NULL;
}

const char *rg_parse_time(const char *s, double *seconds)
{
	const char *unit;
	double value, factor;
	const char *wrong = parse_number(s, &value, &unit);

	if (wrong)
		return wrong;
	if (value < 0)
		return "is negative";
	if (!*unit)
		return "has no unit (try 25us)";
	factor = unit_factor(time_units, unit);
	if (factor == 0)
		return "has an unknown unit (try 25us, 1.5ms or 300ns)";
	if (value * factor > MOST_TIME)
		return "is too large";
	*seconds = value * factor;
	return NULL;
}

/* The whole number of n digits at s; -1: beyond 64 bits. */
static int64_t whole_number(const char *s, size_t n)
{
	int64_t value = 0;

	for (size_t i = 0; i < n; i++) {
		int digit = s[i] - '0';

		if (value > (INT64_MAX - digit) / 10)
			return -1;
		value = value * 10 + digit;
	}
	return value;
}

/* value * factor, where value may have a fraction and the product may not. */
static const char *scale_fraction(double value, int64_t factor, int64_t *bytes)
{
	double product = value * (double)factor;

	if (product > 9007199254740992.0) /* 2^53: beyond it, a double has no fraction to check */
		return "is too large for a fraction";
	if (product != floor(product))
		return "is not a whole number of bytes";
	*bytes = (int64_t)product;
	return NULL;
}

/* KB is 1000 bytes, KiB 1024; K alone is KiB, as dd, ls and the MPI benchmarks have it. 0: unknown.
 */
static int64_t size_factor(const char *unit)
{
	static const struct unit bytes[] = {{"B", 1}, {0}};
	static const struct unit alone[] = {
		{"k", 1024.0},
		{"K", 1024.0},
		{"M", 1024.0 * 1024},
		{"G", 1024.0 * 1024 * 1024},
		{"T", 1024.0 * 1024 * 1024 * 1024},
		{0},
	};
	double factor = *unit ? unit_factor(alone, unit) : 1;

	return (int64_t)(factor > 0 ? factor : prefixed_factor(bytes, unit));
}

const char *rg_parse_size(const char *s, int64_t *bytes)
{
	const char *unit;
	double value;
	const char *wrong = parse_number(s, &value, &unit);
	int64_t factor, whole;
	size_t n = digits(s);

	if (wrong)
		return wrong;
	if (value <= 0)
		return "is not positive";
	factor = size_factor(unit);
	if (factor == 0)
		return "has an unknown unit (try 4MiB, 4MB or 4000000)";
	if (n < number_length(s))
		return scale_fraction(value, factor, bytes);
	whole = whole_number(s, n);
	if (whole < 0 || whole > INT64_MAX / factor)
		return "is too large";
	*bytes = whole * factor;
	return NULL;
}

const char *rg_parse_count(const char *s, int most, int *value)
{
	size_t n = digits(s + (*s == '-'));
	int64_t whole;

	if (n == 0 || s[n + (*s == '-')])
		return "is not a whole number";
	whole = *s == '-' ? 0 : whole_number(s, n);
	if (whole == 0)
		return "is not positive";
	if (whole < 0 || whole > most)
		return "is too large";
	*value = (int)whole;
	return NULL;
}

/* With three digits: 999,999 is 1 M and not 1000 k. */
static double round_off(double x)
{
	char rounded[32];

	snprintf(rounded, sizeof(rounded), "%.2e", x);
	return strtod(rounded, NULL);
}

/* The largest unit that x reaches, of a table that begins with the largest; below all of them the
 * last. */
static const struct unit *unit_for(double x, const struct unit *table)
{
	double three = round_off(x);

	while (table[1].name && fabs(x) < table->factor && fabs(three) < table->factor)
		table++;
	return table;
}

static char *show_in(char *buf, size_t n, double x, const struct unit *unit)
{
	if (fabs(round_off(x)) >= 1000 * unit->factor)
		snprintf(buf, n, "%.0f %s", x / unit->factor, unit->name);
	else
		snprintf(buf, n, "%.3g %s", x / unit->factor, unit->name);
	return buf;
}

static char *show(char *buf, size_t n, double x, const struct unit *table)
{
	return show_in(buf, n, x, unit_for(x, table));
}

char *rg_show_bandwidth(char *buf, size_t n, double bytes_per_second)
{
	static const struct unit units[] = {
		{"Tbit/s", 1e12}, {"Gbit/s", 1e9}, {"Mbit/s", 1e6},
		{"kbit/s", 1e3},  {"bit/s", 1},    {0},
	};

	return show(buf, n, bytes_per_second * 8, units);
}

static const struct unit shown_times[] = {
	{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {0},
};

char *rg_show_time_beside(char *buf, size_t n, double seconds, double least)
{
	double by = least > 0 ? least : seconds;

	return show_in(buf, n, seconds, by == 0 ? shown_times : unit_for(by, shown_times));
}

char *rg_show_time(char *buf, size_t n, double seconds)
{
	return rg_show_time_beside(buf, n, seconds, seconds);
}

struct rg_time_unit rg_time_unit_for(double least)
{
	if (least > 0 && least < 1e-4)
		return (struct rg_time_unit){"us", 1e-6, 2};
	return (struct rg_time_unit){"ms", 1e-3, least < 0.01 ? 3 : 1};
}

char *rg_show_time_in(char *buf, size_t n, double seconds, const struct rg_time_unit *unit)
{
	snprintf(buf, n, "%.*f", unit->decimals, seconds / unit->seconds);
	return buf;
}

char *rg_show_size(char *buf, size_t n, double bytes)
{
	static const struct unit units[] = {
		{"TiB", 1024.0 * 1024 * 1024 * 1024},
		{"GiB", 1024.0 * 1024 * 1024},
		{"MiB", 1024.0 * 1024},
		{"KiB", 1024.0},
		{"B", 1},
		{0},
	};

	return show(buf, n, bytes, units);
}

/* show without the blank. */
static char *spell(char *buf, size_t n, double x, const struct unit *table)
{
	char *blank = strchr(show(buf, n, x, table), ' ');

	if (blank)
		memmove(blank, blank + 1, strlen(blank));
	return buf;
}

char *rg_spell_bandwidth(char *buf, size_t n, double bytes_per_second)
{
	static const struct unit units[] = {
		{"Tbps", 1e12}, {"Gbps", 1e9}, {"Mbps", 1e6}, {"kbps", 1e3}, {"bps", 1}, {0},
	};

	return spell(buf, n, bytes_per_second * 8, units);
}

char *rg_spell_time(char *buf, size_t n, double seconds)
{
	return seconds == 0 ? spell(buf, n, 0, (const struct unit[]){{"us", 1e-6}, {0}})
	                    : spell(buf, n, seconds, shown_times);
}
