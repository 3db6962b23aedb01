/* SPDX-License-Identifier: BSD-3-Clause
 * The settings of libringgen in the environment: the variables RINGGEN_..., each with its grammar.
 */
#include "mpi/setting.h"
#include "ringgen/edit_distance.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const yes[] = {"1", "on", "yes", "true", NULL};
static const char *const no[] = {"0", "off", "no", "false", NULL};
static const char *const ask[] = {"ask", NULL};
static const char *const copies[] = {"copy", NULL};
static const char *const progress[] = {"none", "thread", NULL};
static const char *const tunings[RG_TUNINGS] = {
	[RG_UNTUNED] = "off",     [RG_BY_LOTTERY] = "lottery", [RG_BY_PAPER] = "paper",
	[RG_UNIFORM] = "uniform", [RG_SWEEP] = "sweep",        [RG_BEST_KNOWN] = "best",
};

/* The wrong word of a value, with its length; NULL: there is none. */
typedef const char *grammar(const char *value, int *length);

static bool is_among(const char *value, const char *const *words)
{
	while (*words && strcasecmp(value, *words) != 0)
		words++;
	return *words;
}

static const char *read_switch(const char *value, int *length)
{
	*length = (int)strlen(value);
	return is_among(value, yes) || is_among(value, no) ? NULL : value;
}

static const char *read_lending(const char *value, int *length)
{
	return is_among(value, copies) ? NULL : read_switch(value, length);
}

static const char *read_telling(const char *value, int *length)
{
	return strcasecmp(value, "summary") == 0 ? NULL : read_switch(value, length);
}

static const char *read_device(const char *value, int *length)
{
	*length = (int)strlen(value);
	return is_among(value, ask) || is_among(value, no) ? NULL : value;
}

static const char *read_progress(const char *value, int *length)
{
	*length = (int)strlen(value);
	return is_among(value, progress) ? NULL : value;
}

/* The thousandths of a number that may have a decimal point, whatever the locale is; -1: it is no
 * such number. */
static int thousandths_of(const char *value)
{
	size_t digits = strspn(value, "0123456789"), rest = 0;

	if (value[digits] == '.')
		rest = 1 + strspn(value + digits + 1, "0123456789");
	if (digits > 6 || digits + (rest ? rest - 1 : 0) == 0 || value[digits + rest])
		return -1;
	int n = digits ? 1000 * atoi(value) : 0;
	for (size_t i = 1, unit = 100; i < rest && unit; i++, unit /= 10)
		n += (int)unit * (value[digits + i] - '0');
	return n;
}

/* A lottery may have its alpha behind a colon, in thousandths more than none and less than all. */
static bool is_alpha(const char *text)
{
	int n = thousandths_of(text);
	return n > 0 && n < 1000;
}

/* Where the words behind colons end, of which `wide` is one: at the share, or at the end. */
static const char *skip_wide(const char *words, bool *wide)
{
	static const char word[] = ":wide";
	const size_t length = sizeof word - 1;

	*wide = !strncasecmp(words, word, length) && (!words[length] || words[length] == ':');
	return words + (*wide ? length : 0);
}

static enum rg_tuning tuning_of(const char *value)
{
	size_t length = strcspn(value, ":");
	int t = RG_TUNINGS - 1;
	bool wide;

	while (t > RG_UNTUNED &&
	       (strncasecmp(value, tunings[t], length) != 0 || tunings[t][length]))
		t--;
	const char *share = skip_wide(value + length, &wide);
	if (t == RG_UNTUNED && value[length])
		return RG_UNTUNED;
	if (!*share)
		return (enum rg_tuning)t;
	bool takes = t == RG_BY_LOTTERY || t == RG_BY_PAPER;
	return takes && is_alpha(share + 1) ? (enum rg_tuning)t : RG_UNTUNED;
}

static const char *read_tuning(const char *value, int *length)
{
	*length = (int)strlen(value);
	return tuning_of(value) || is_among(value, no) ? NULL : value;
}

/* The seconds of a value, at least 1; 0: it is no such number. */
static int seconds_of(const char *value)
{
	size_t digits = strspn(value, "0123456789");
	return digits && digits < 9 && !value[digits] ? atoi(value) : 0;
}

static const char *read_trial(const char *value, int *length)
{
	return thousandths_of(value) >= 0 ? NULL : read_switch(value, length);
}

static const char *read_proof(const char *value, int *length)
{
	return seconds_of(value) ? NULL : read_switch(value, length);
}

static const char *read_selection(const char *value, int *length)
{
	struct rg_selection w;
	return rg_selection_read(value, &w, length);
}

/* Whether a file can be read is found by its reader, and so for a topology: without
 * libringgen-preload the value must be "auto". The manual page has each of these, and a test
 * compares. */
static const struct {
	const char *name;
	grammar *read;       /* NULL: any text */
	const char *allowed; /* what is told with a wrong word */
} table[RG_SETTINGS] = {
	[RG_CACHE] = {"RINGGEN_CACHE", NULL, NULL},
	[RG_CHECKING] = {"RINGGEN_CHECK", read_switch, "1 or 0"},
	[RG_DEVICE] = {"RINGGEN_DEVICE", read_device, "ask or off"},
	[RG_SELECTION] = {RG_SELECTION_VARIABLE, read_selection, NULL},
	[RG_HOSTS] = {"RINGGEN_HOSTS", NULL, NULL},
	[RG_LEND] = {"RINGGEN_LEND", read_lending, "1, copy or 0"},
	[RG_LIBDIR] = {"RINGGEN_LIBDIR", NULL, NULL}, /* of the command */
	[RG_NATIVE] = {"RINGGEN_NATIVE", read_switch, "1 or 0"},
	[RG_PROGRESS] = {"RINGGEN_PROGRESS", read_progress, "none or thread"},
	[RG_PROVING] = {"RINGGEN_PROVE", read_proof, "on, off or seconds"},
	[RG_REPRODUCIBLE] = {"RINGGEN_REPRODUCIBLE", read_switch, "1 or 0"},
	[RG_SUMMARY] = {"RINGGEN_SUMMARY", NULL, NULL},
	[RG_TIMELINE] = {"RINGGEN_TIMELINE", NULL, NULL},
	[RG_TOPOLOGY] = {"RINGGEN_TOPOLOGY", NULL, NULL},
	[RG_TRIAL] = {"RINGGEN_TRIAL", read_trial, "on, off or seconds"},
	[RG_TUNE] = {"RINGGEN_TUNE", read_tuning, "lottery, paper, uniform, sweep, best or off"},
	[RG_TUNED] = {"RINGGEN_TUNED", NULL, NULL},
	[RG_VERBOSE] = {"RINGGEN_VERBOSE", read_telling, "1, 0 or summary"},
	[RG_WINDOWS] = {"RINGGEN_WINDOWS", read_switch, "1 or 0"},
	[RG_WIRES] = {"RINGGEN_WIRES", read_switch, "1 or 0"},
};

/* ---- Reading */

static const char *value_of(enum rg_setting s)
{
	const char *value = getenv(table[s].name);
	return value ? value : "";
}

/* The wrong word of a variable; NULL: it has none. */
static const char *wrong_word(enum rg_setting s, int *length)
{
	const char *value = value_of(s);
	return *value && table[s].read ? table[s].read(value, length) : NULL;
}

const char *rg_setting(enum rg_setting s)
{
	int length;
	return s != RG_SELECTION && wrong_word(s, &length) ? "" : value_of(s);
}

static bool verbose, tells_summary, ends_in_summary;
atomic_bool rg_summary_wanted;

static void read_verbose(void)
{
	verbose = is_among(rg_setting(RG_VERBOSE), yes);
	tells_summary = strcasecmp(rg_setting(RG_VERBOSE), "summary") == 0;
	ends_in_summary = tells_summary || *rg_setting(RG_SUMMARY);
	rg_summary_wanted = ends_in_summary;
}

bool rg_verbose(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, read_verbose);
	return verbose;
}

bool rg_wants_summary(void)
{
	rg_verbose();
	return rg_counts();
}

void rg_want_summary(void)
{
	rg_verbose();
	rg_summary_wanted = true;
}

bool rg_tells_summary(void)
{
	rg_verbose();
	return tells_summary;
}

bool rg_ends_in_summary(void)
{
	rg_verbose();
	return ends_in_summary;
}

bool rg_wants_same_bits(void)
{
	return is_among(rg_setting(RG_REPRODUCIBLE), yes);
}

bool rg_wants_check(void)
{
	return is_among(rg_setting(RG_CHECKING), yes);
}

static enum rg_devices_wanted devices;

static void read_devices(void)
{
	const char *value = rg_setting(RG_DEVICE);
	devices = is_among(value, ask)  ? RG_DEVICES_ASK
	          : is_among(value, no) ? RG_DEVICES_OFF
	                                : RG_DEVICES_FOUND;
}

enum rg_devices_wanted rg_wants_devices(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, read_devices);
	return devices;
}

bool rg_wants_native(void)
{
	return !is_among(rg_setting(RG_NATIVE), no);
}

bool rg_wants_lending(void)
{
	return !is_among(rg_setting(RG_LEND), no);
}

bool rg_wants_attaching(void)
{
	return rg_wants_lending() && !is_among(rg_setting(RG_LEND), copies);
}

bool rg_wants_windows(void)
{
	return !is_among(rg_setting(RG_WINDOWS), no);
}

bool rg_wants_wires(void)
{
	return !is_among(rg_setting(RG_WIRES), no);
}

enum rg_tuning rg_wants_tuning(void)
{
	return tuning_of(rg_setting(RG_TUNE));
}

int rg_wants_trial(void)
{
	const char *value = rg_setting(RG_TRIAL);

	if (rg_is_off(value))
		return 0;
	return !*value || is_among(value, yes) ? RG_TRIAL_USUAL : thousandths_of(value);
}

bool rg_wants_wide(void)
{
	const char *value = rg_setting(RG_TUNE);
	bool wide;

	skip_wide(value + strcspn(value, ":"), &wide);
	return rg_wants_tuning() && wide;
}

double rg_wants_alpha(void)
{
	const char *value = rg_setting(RG_TUNE), *alpha;
	bool wide;

	alpha = skip_wide(value + strcspn(value, ":"), &wide);
	return *alpha ? thousandths_of(alpha + 1) * 1e-3 : RG_LOTTERY_ALPHA;
}

bool rg_is_off(const char *value)
{
	return is_among(value, no);
}

int rg_wants_proof(void)
{
	const char *value = rg_setting(RG_PROVING);
	int seconds = seconds_of(value);
	return rg_is_off(value) ? 0 : seconds ? seconds : -1;
}

/* ---- Variables that are none of ours */

static const char prefix[] = "RINGGEN_";

extern char **environ;

/* The name of a variable of the environment, up to its '='. */
struct name {
	const char *text;
	size_t length;
};

static bool is_ours(struct name n)
{
	for (int s = 0; s < RG_SETTINGS; s++)
		if (strlen(table[s].name) == n.length && !memcmp(table[s].name, n.text, n.length))
			return true;
	return false;
}

/* The next name behind *at that begins as ours do and is none of them. False: there is none. */
static bool next_unknown(char ***at, struct name *n)
{
	for (; *at && **at; ++*at) {
		*n = (struct name){**at, strcspn(**at, "=")};
		if (strncmp(n->text, prefix, sizeof prefix - 1) != 0 || is_ours(*n))
			continue;
		++*at;
		return true;
	}
	return false;
}

/* The nearest of our names, if that many letters may be a slip; else NULL. */
static const char *nearest(struct name n)
{
	int least = 1 + (int)(n.length - (sizeof prefix - 1)) / 3;
	const char *found = NULL;

	for (int s = 0; s < RG_SETTINGS; s++) {
		int d = rg_edit_distance(n.text, n.length, table[s].name);
		if (d > least || (found && d == least))
			continue;
		least = d;
		found = table[s].name;
	}
	return found;
}

/* ---- Telling */

static void tell_wrong(enum rg_setting s, const char *word, int length)
{
	length = length < 200 ? length : 200;
	if (table[s].allowed)
		rg_say("%s: '%.*s' is not %s: it is ignored", table[s].name, length, word,
		       table[s].allowed);
	else
		rg_say("%s: '%.*s' is ignored: the words of such a list are %s", table[s].name,
		       length, word, RG_SELECTION_WORDS);
}

static void tell_unknown(struct name n)
{
	const char *meant = nearest(n);
	int length = n.length < 200 ? (int)n.length : 200;

	rg_say("%.*s: no such variable%s%s%s", length, n.text, meant ? ", did you mean " : "",
	       meant ? meant : "", meant ? "?" : "");
}

static atomic_bool settled;

enum rg_settings rg_settings(void)
{
	char **at = environ;
	struct name n;
	int length;
	bool wrong = next_unknown(&at, &n);

	for (int s = 0; s < RG_SETTINGS; s++)
		wrong = wrong || wrong_word(s, &length);
	if (!wrong)
		return RG_ALL_RIGHT;
	return atomic_load(&settled) ? RG_TOLD_SETTING : RG_WRONG_SETTING;
}

void rg_settings_tell(bool speaks)
{
	char **at = environ;
	struct name n;

	if (atomic_exchange(&settled, true) || !speaks)
		return;
	for (int s = 0; s < RG_SETTINGS; s++) {
		int length;
		const char *word = wrong_word(s, &length);
		if (word)
			tell_wrong(s, word, length);
	}
	while (next_unknown(&at, &n))
		tell_unknown(n);
}
