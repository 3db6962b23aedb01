/* SPDX-License-Identifier: BSD-3-Clause
 * units: quantities as people write them, the same for ringgen and for the programs beside it,
 * which are compiled with this file.
 */
#ifndef RG_UNITS_H
#define RG_UNITS_H

#include <stddef.h>
#include <stdint.h>

/* Each returns NULL and sets *value, or returns what is wrong with s, as a phrase that fits behind
 * the quoted text ("has no unit (try 1Gbps)", "is not positive", "is too large"). */

/* "1Gbps", "100 Mbit/s", "12.5GB/s", "40Gb/s", "1GiB/s": bytes per second. b or bit is bits, B is
 * bytes; k M G T are powers of 1000, Ki Mi Gi Ti of 1024. Zero is refused, and what is below 1
 * bit/s or above 1e18 bytes/s. */
const char *rg_parse_bandwidth(const char *s, double *bytes_per_second);

/* "25us", "1.5 ms", "300ns", "0s": seconds, at most 1e9. Zero is allowed. */
const char *rg_parse_time(const char *s, double *seconds);

/* "4MiB", "100KB", "1.5KiB", "1e6", "64K", "65536": bytes. KB is 1000 of them, KiB and K alone are
 * 1024. Zero is refused, and what is no whole number of bytes. */
const char *rg_parse_size(const char *s, int64_t *bytes);

/* A positive whole number of at most `most`. */
const char *rg_parse_count(const char *s, int most, int *value);

/* The other way, for people: three significant digits ("1 Gbit/s", "25 us", "4 MiB", "33.6 ms").
 * Each writes at most n bytes to buf and returns buf. */
char *rg_show_bandwidth(char *buf, size_t n, double bytes_per_second);
char *rg_show_time(char *buf, size_t n, double seconds);
char *rg_show_size(char *buf, size_t n, double bytes);

/* A time in the unit of another one, for times that stand side by side: `least` is the shortest of
 * them ("839 ms" and "1120 ms"). */
char *rg_show_time_beside(char *buf, size_t n, double seconds, double least);

/* One unit for a column of times, so that they can be compared. */
struct rg_time_unit {
	const char *name; /* "ms" */
	double seconds;   /* of one */
	int decimals;
};

/* The unit in which the least of them, in seconds, still has three digits or so. */
struct rg_time_unit rg_time_unit_for(double least);

/* A time in that unit, without its name. */
char *rg_show_time_in(char *buf, size_t n, double seconds, const struct rg_time_unit *unit);

/* The same as files have them, to be parsed again: "19.4Mbps", "31.5us". */
char *rg_spell_bandwidth(char *buf, size_t n, double bytes_per_second);
char *rg_spell_time(char *buf, size_t n, double seconds);

#endif
