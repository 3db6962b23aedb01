/* SPDX-License-Identifier: BSD-3-Clause
 * Quantities with units: which texts are read, which are refused and why, and how values are shown.
 */
#include "base/units.h"

#include <math.h>
#include <stdlib.h>

#include "test.h"

/* The error text begins with `wrong`; NULL: there is no error. */
struct quantity {
	const char *text;
	double value;
	const char *wrong;
};

static const struct quantity bandwidths[] = {
	{"1Gbps", 125e6, NULL},
	{"100 Mbit/s", 12.5e6, NULL},
	{"100\tMbits/s", 12.5e6, NULL},
	{"12.5GB/s", 12.5e9, NULL},
	{"40Gb/s", 5e9, NULL},
	{"1GiB/s", 1073741824, NULL},
	{"8Kib/s", 1024, NULL},
	{"8kib/s", 1024, NULL},
	{"8kbps", 1000, NULL},
	{"8Kbps", 1000, NULL},
	{"3MBps", 3e6, NULL},
	{"2TB/s", 2e12, NULL},
	{"1TiB/s", 1099511627776, NULL},
	{"1bps", 0.125, NULL},
	{"7B/s", 7, NULL},
	{"1e3Mbps", 125e6, NULL},
	{"1.5E+1 MB/s", 15e6, NULL},
	{"1000e-3MB/s", 1e6, NULL},
	{".5Gbps", 62.5e6, NULL},
	{"5.Gbps", 625e6, NULL},
	{"007MB/s", 7e6, NULL},
	{"1e18B/s", 1e18, NULL},
	{"1", 0, "has no unit"},
	{"1 ", 0, "has no unit"},
	{"0Gbps", 0, "is not positive"},
	{"0", 0, "is not positive"},
	{"0.0e9Gbps", 0, "is not positive"},
	{"-1Gbps", 0, "is not positive"},
	{"-0Gbps", 0, "is not positive"},
	{"", 0, "is not a number"},
	{" 1Gbps", 0, "is not a number"},
	{"Gbps", 0, "is not a number"},
	{".Gbps", 0, "is not a number"},
	{"+1Gbps", 0, "is not a number"},
	{"--1Gbps", 0, "is not a number"},
	{"nanGbps", 0, "is not a number"},
	{"NAN", 0, "is not a number"},
	{"infGbps", 0, "is not a number"},
	{"-infinity", 0, "is not a number"},
	{"0x10Gbps", 0, "is not a number"},
	{"0x1p3Gbps", 0, "is not a number"},
	{"0x", 0, "is not positive"},
	{"1x", 0, "has an unknown unit"},
	{"1,5Gbps", 0, "has an unknown unit"},
	{"1.5.2Gbps", 0, "has an unknown unit"},
	{"1 000Mbps", 0, "has an unknown unit"},
	{"1Gbps ", 0, "has an unknown unit"},
	{"1Gbps\n", 0, "has an unknown unit"},
	{"1Gbpsx", 0, "has an unknown unit"},
	{"1gbps", 0, "has an unknown unit"},
	{"1mbps", 0, "has an unknown unit"},
	{"1G bps", 0, "has an unknown unit"},
	{"1G", 0, "has an unknown unit"},
	{"1GB", 0, "has an unknown unit"},
	{"1us", 0, "has an unknown unit"},
	{"1KKb/s", 0, "has an unknown unit"},
	{"1eGbps", 0, "has an unknown unit"},
	{"1e400Gbps", 0, "is too large"},
	{"1e308Tbps", 0, "is too large"},
	{"2e18B/s", 0, "is too large"},
	{"1e-400Gbps", 0, "is too small"},
	{"1e-310Gbps", 0, "is too small"},
	{"0.9bps", 0, "is too small"},
};

static const struct quantity times[] = {
	{"25us", 25e-6, NULL},
	{"1.5 ms", 1.5e-3, NULL},
	{"300ns", 300e-9, NULL},
	{"2ps", 2e-12, NULL},
	{"0s", 0, NULL},
	{"-0s", 0, NULL},
	{"3s", 3, NULL},
	{"7\xc2\xb5s", 7e-6, NULL},
	{"7\xce\xbcs", 7e-6, NULL},
	{"1e9s", 1e9, NULL},
	{"0", 0, "has no unit"},
	{"25", 0, "has no unit"},
	{"-25us", 0, "is negative"},
	{"-1", 0, "is negative"},
	{"us", 0, "is not a number"},
	{"", 0, "is not a number"},
	{"0x1us", 0, "is not a number"},
	{"infs", 0, "is not a number"},
	{"nans", 0, "is not a number"},
	{"25Us", 0, "has an unknown unit"},
	{"25kus", 0, "has an unknown unit"},
	{"25us!", 0, "has an unknown unit"},
	{"25us ", 0, "has an unknown unit"},
	{"1min", 0, "has an unknown unit"},
	{"1e999us", 0, "is too large"},
	{"1e10s", 0, "is too large"},
	{"1e-999us", 0, "is too small"},
};

static const struct quantity sizes[] = {
	{"4MiB", 4194304, NULL},
	{"100KB", 100000, NULL},
	{"100kB", 100000, NULL},
	{"100 KiB", 102400, NULL},
	{"65536", 65536, NULL},
	{"1B", 1, NULL},
	{"1.5KiB", 1536, NULL},
	{"1e6", 1e6, NULL},
	{"2GB", 2e9, NULL},
	{"3TiB", 3298534883328, NULL},
	{"4611686018427387904", 4611686018427387904, NULL},
	{"0", 0, "is not positive"},
	{"0MiB", 0, "is not positive"},
	{"-4MiB", 0, "is not positive"},
	{"4", 4, NULL},
	{"4M", 4194304, NULL},
	{"4K", 4096, NULL},
	{"4 k", 4096, NULL},
	{"0.5M", 524288, NULL},
	{"2G", 2147483648, NULL},
	{"1T", 1099511627776, NULL},
	{"4Mi", 0, "has an unknown unit"},
	{"4m", 0, "has an unknown unit"},
	{"4kib", 0, "has an unknown unit"},
	{"4b", 0, "has an unknown unit"},
	{"+4", 0, "is not a number"},
	{" 4", 0, "is not a number"},
	{"4 ", 4, NULL},
	{"4MiB ", 0, "has an unknown unit"},
	{"9007199254740992K", 0, "is too large"},
	{"4Mb", 0, "has an unknown unit"},
	{"4MiBs", 0, "has an unknown unit"},
	{"4 4", 0, "has an unknown unit"},
	{"", 0, "is not a number"},
	{"MiB", 0, "is not a number"},
	{"0x10", 0, "is not a number"},
	{"inf", 0, "is not a number"},
	{"9223372036854775808", 0, "is too large"},
	{"99999999999999999999999", 0, "is too large"},
	{"8388608TiB", 0, "is too large"},
	{"1e30", 0, "is too large"},
	{"1e400", 0, "is too large"},
	{"0.5B", 0, "is not a whole number"},
	{"1.0001KiB", 0, "is not a whole number"},
	{"1e-400MB", 0, "is too small"},
};

static const struct quantity counts[] = {
	/* at most 4096 */
	{"1", 1, NULL},
	{"008", 8, NULL},
	{"4096", 4096, NULL},
	{"0", 0, "is not positive"},
	{"000", 0, "is not positive"},
	{"-1", 0, "is not positive"},
	{"4097", 0, "is too large"},
	{"4294967297", 0, "is too large"},
	{"18446744073709551617", 0, "is too large"},
	{"", 0, "is not a whole number"},
	{"-", 0, "is not a whole number"},
	{"+1", 0, "is not a whole number"},
	{" 1", 0, "is not a whole number"},
	{"1 ", 0, "is not a whole number"},
	{"1.0", 0, "is not a whole number"},
	{"1e3", 0, "is not a whole number"},
	{"0x10", 0, "is not a whole number"},
	{"nan", 0, "is not a whole number"},
	{"--1", 0, "is not a whole number"},
	{"-1x", 0, "is not a whole number"},
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static const char *parse_size(const char *s, double *value)
{
	int64_t bytes = -7;
	const char *wrong = rg_parse_size(s, &bytes);

	*value = (double)bytes;
	return wrong;
}

static const char *parse_count(const char *s, double *value)
{
	int count = -7;
	const char *wrong = rg_parse_count(s, 4096, &count);

	*value = count;
	return wrong;
}

static void check_table(const struct quantity *q, size_t n,
                        const char *(*parse)(const char *, double *))
{
	for (; n--; q++) {
		double value = -7;
		const char *wrong = parse(q->text, &value);
		bool good;

		if (q->wrong) /* the value is untouched after an error */
			good = wrong && strncmp(wrong, q->wrong, strlen(q->wrong)) == 0 &&
			       value == -7;
		else
			good = !wrong && fabs(value - q->value) <= 1e-15 * q->value;
		if (!CHECK(good))
			fprintf(stderr, "  \"%s\": %s, %.17g\n", q->text,
			        wrong ? wrong : "accepted", value);
	}
}

static void check_exact_size(void)
{
	int64_t bytes = 0;

	CHECK_STR(rg_parse_size("9223372036854775807", &bytes), NULL);
	CHECK(bytes == INT64_MAX);
	CHECK_STR(rg_parse_size("9007199254740993", &bytes), NULL); /* no double is that */
	CHECK(bytes == 9007199254740993);
}

static void check_long_number(void)
{
	enum { LONG = 1000000 };
	char *s = malloc(LONG + 8);
	double value;

	memset(s, '9', LONG);
	strcpy(s + LONG, "Gbps");
	CHECK_STR(rg_parse_bandwidth(s, &value), "is too large");
	memset(s, '0', LONG);
	s[LONG - 1] = '3';
	CHECK_STR(rg_parse_bandwidth(s, &value), NULL);
	CHECK(value == 375e6);
	free(s);
}

static void check_shown(void)
{
	static const struct {
		char *(*show)(char *, size_t, double);
		double value;
		const char *text;
	} shown[] = {
		{rg_show_bandwidth, 125e6, "1 Gbit/s"},
		{rg_show_bandwidth, 12.5e6, "100 Mbit/s"},
		{rg_show_bandwidth, 12.5e9, "100 Gbit/s"},
		{rg_show_bandwidth, 124.99e6, "1 Gbit/s"},
		{rg_show_bandwidth, 0.125, "1 bit/s"},
		{rg_show_bandwidth, 0, "0 bit/s"},
		{rg_show_bandwidth, 0.01, "0.08 bit/s"},
		{rg_show_bandwidth, 154.2e6, "1.23 Gbit/s"},
		{rg_show_bandwidth, 1e18, "8000000 Tbit/s"},
		{rg_show_time, 25e-6, "25 us"},
		{rg_show_time, 0.0336, "33.6 ms"},
		{rg_show_time, 0.99951, "1 s"},
		{rg_show_time, 0.00336, "3.36 ms"},
		{rg_show_time, 0, "0 s"},
		{rg_show_time, 1.5, "1.5 s"},
		{rg_show_time, 999.96e-9, "1 us"},
		{rg_show_time, 1e-6, "1 us"},
		{rg_show_time, 1e-3, "1 ms"},
		{rg_show_time, 300e-9, "300 ns"},
		{rg_show_time, 3e-11, "0.03 ns"},
		{rg_show_time, 86400, "86400 s"},
		{rg_show_size, 4194304, "4 MiB"},
		{rg_show_size, 65536, "64 KiB"},
		{rg_show_size, 100000, "97.7 KiB"},
		{rg_show_size, 1000, "1000 B"},
		{rg_show_size, 1023, "1023 B"},
		{rg_show_size, 1024, "1 KiB"},
		{rg_show_size, 1025, "1 KiB"},
		{rg_show_size, 1048576, "1 MiB"},
		{rg_show_size, 1, "1 B"},
		{rg_show_size, 0, "0 B"},
		{rg_spell_bandwidth, 2.425e6, "19.4Mbps"},
		{rg_spell_bandwidth, 124.99e6, "1Gbps"},
		{rg_spell_bandwidth, 1e18, "8000000Tbps"},
		{rg_spell_bandwidth, 0.125, "1bps"},
		{rg_spell_time, 31.5e-6, "31.5us"},
		{rg_spell_time, 0.0336, "33.6ms"},
		{rg_spell_time, 2, "2s"},
		{rg_spell_time, 3e-11, "0.03ns"},
		{rg_spell_time, 0, "0us"},
	};

	for (size_t i = 0; i < COUNT(shown); i++) {
		char buf[64];

		CHECK_STR(shown[i].show(buf, sizeof(buf), shown[i].value), shown[i].text);
	}
}

/* One unit for a line: that of the least. */
static void check_beside(void)
{
	static const struct {
		double seconds, least;
		const char *text;
	} beside[] = {
		{0.00839, 0.00839, "8.39 ms"},
		{0.0112, 0.00839, "11.2 ms"},
		{1.12, 0.839, "1120 ms"},
		{2, 3e-6, "2000000 us"},
		{0.0112, 0, "11.2 ms"},
		{0, 0, "0 s"},
		{0, 25e-6, "0 us"},
	};

	for (size_t i = 0; i < COUNT(beside); i++) {
		char buf[64];

		CHECK_STR(rg_show_time_beside(buf, sizeof(buf), beside[i].seconds, beside[i].least),
		          beside[i].text);
	}
}

/* One unit for a column: that of its least time. */
static void check_columns(void)
{
	static const struct {
		double least, time;
		const char *unit, *text;
	} column[] = {
		{0.3e-6, 0.3e-6, "us", "0.30"}, {0.3e-6, 2, "us", "2000000.00"},
		{1e-4, 1e-4, "ms", "0.100"},    {0.009, 0.5, "ms", "500.000"},
		{0.01, 0.01, "ms", "10.0"},     {0, 0, "ms", "0.000"},
	};

	for (size_t i = 0; i < COUNT(column); i++) {
		const struct rg_time_unit unit = rg_time_unit_for(column[i].least);
		char buf[64];

		CHECK_STR(unit.name, column[i].unit);
		CHECK_STR(rg_show_time_in(buf, sizeof(buf), column[i].time, &unit), column[i].text);
	}
}

/* A quantity that is spelt is read again, as it was to three digits; and spelt the same. */
static void check_spelt(void)
{
	for (double x = 0.125; x <= 1e18; x *= 1.37) {
		char buf[64], again[64];
		double value = 0;

		CHECK(rg_parse_bandwidth(rg_spell_bandwidth(buf, sizeof(buf), x), &value) == NULL);
		CHECK(fabs(value - x) <= 0.005 * x);
		CHECK_STR(rg_spell_bandwidth(again, sizeof(again), value), buf);
	}
	for (double x = 1e-15; x <= 1e8; x *= 1.37) {
		char buf[64], again[64];
		double value = 0;

		CHECK(rg_parse_time(rg_spell_time(buf, sizeof(buf), x), &value) == NULL);
		CHECK(fabs(value - x) <= 0.005 * x);
		CHECK_STR(rg_spell_time(again, sizeof(again), value), buf);
	}
}

static void check_short_buffer(void)
{
	char buf[8] = "xxxxxxx";

	CHECK_STR(rg_show_bandwidth(buf, 4, 125e6), "1 G");
	CHECK(buf[4] == 'x');
}

int main(void)
{
	check_table(bandwidths, COUNT(bandwidths), rg_parse_bandwidth);
	check_table(times, COUNT(times), rg_parse_time);
	check_table(sizes, COUNT(sizes), parse_size);
	check_table(counts, COUNT(counts), parse_count);
	check_exact_size();
	check_long_number();
	check_shown();
	check_beside();
	check_columns();
	check_spelt();
	check_short_buffer();
	return TEST_END;
}
