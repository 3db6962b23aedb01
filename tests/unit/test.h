/* SPDX-License-Identifier: BSD-3-Clause
 * Shared by the unit tests. A CHECK reports a condition that does not hold, with file and line, and
 * goes on; main ends with `return TEST_END;`, which is not 0 when a check failed (or when there was
 * none).
 */
#ifndef RG_TEST_H
#define RG_TEST_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Long tests do fewer rounds under a sanitizer, which makes them take several times as long. */
#ifdef __SANITIZE_ADDRESS__
enum { TEST_SANITIZED = 1 };
#else
enum { TEST_SANITIZED = 0 };
#endif

static int checks, failures;

/* Whether longer cases are to be run, too: not by `make check`, which counts what is left out
 * (tests/check.sh). */
static inline bool longer(const char *name)
{
	const char *level = getenv("LEVEL");

	if (!level || strcmp(level, "quick") != 0)
		return true;
	printf("longer: %s\n", name);
	return false;
}

static inline bool test_check(const char *file, int line, bool holds, const char *what)
{
	checks++;
	if (holds)
		return true;
	fprintf(stderr, "%s:%d: %s\n", file, line, what);
	failures++;
	return false;
}

/* Both NULL are equal, too. */
static inline bool test_str(const char *file, int line, const char *a, const char *b)
{
	checks++;
	if (a == b || (a && b && strcmp(a, b) == 0))
		return true;
	fprintf(stderr, "%s:%d: is \"%s\", not \"%s\"\n", file, line, a ? a : "(NULL)",
	        b ? b : "(NULL)");
	failures++;
	return false;
}

static inline bool test_int(const char *file, int line, long long a, long long b)
{
	checks++;
	if (a == b)
		return true;
	fprintf(stderr, "%s:%d: is %lld, not %lld\n", file, line, a, b);
	failures++;
	return false;
}

static inline int test_end(const char *file)
{
	const char *slash = strrchr(file, '/');

	printf("%s: %d checks\n", slash ? slash + 1 : file, checks);
	return failures != 0 || checks == 0;
}

/* Each returns whether it held. The value comes first, then the expected one. */
#define CHECK(condition) test_check(__FILE__, __LINE__, (condition), #condition)
#define CHECK_STR(a, b) test_str(__FILE__, __LINE__, (a), (b))
#define CHECK_INT(a, b) test_int(__FILE__, __LINE__, (a), (b))
#define TEST_END test_end(__FILE__)

#endif
