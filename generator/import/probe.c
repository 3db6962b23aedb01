/* SPDX-License-Identifier: BSD-3-Clause
 * probe: the inside of a machine, by hwloc.
 *
 * libhwloc believes what an XML file says of itself, and crashes on some damaged ones. A file is
 * data from elsewhere, so a child process reads it and tells the cores; when the child dies, the
 * file is damaged.
 */
#include <errno.h>
#include <fcntl.h>
#include <hwloc.h>
#include <hwloc/diff.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "import/probe.h"
#include "base/alloc.h"
#include "import/encoding.h"

enum {
	PROBE_BYTES = 10000000, /* hwloc lets libxml2 refuse more; an lstopo export of a very large
	                         * machine, with all its devices, is a few MB */
	PROBE_SECONDS = 20,     /* of computing time, for one file */
	PROBE_MEGABYTES = 256,  /* of memory: a number in the file can ask for a bitmap of any size;
	                         * 65,536 cores take 100 */
};

/* Where to report: at the place that names the XML file, else at the XML file itself. */
struct place {
	const char *file;
	int line;
	const char *what; /* the XML file: in quotes, or "the file" when `file` is that already */
	struct rg_diag *d;
};

/* A core as hwloc tells it: numbers of its package, of its closest NUMA node and of the last cache
 * above it, -1 for none. */
struct found {
	int package, numa, core, cache;
};

/* A machine as hwloc tells it. */
struct machine {
	struct found *found; /* [cores] */
	int cores;
	char *host; /* or NULL */
};

/* The findings of the child, in memory that its parent shares. */
struct answer {
	enum { NONE, MACHINE, DIFFERENCE, UNREADABLE } kind; /* written last: NONE if it crashed */
	int cores;
	char name[4096]; /* of the host; for a file of hwloc-diff, of the file it belongs to; or ""
	                  */
	struct found found[];
};

/* Is it main memory? hwloc names the type of other nodes (MCDRAM, HBM, NVM, CXL, GPU memory). */
static bool is_dram(hwloc_obj_t numa)
{
	return !numa->subtype || strcmp(numa->subtype, "DRAM") == 0;
}

/* The first NUMA node among the memory objects `obj` (perhaps behind memory-side caches). */
static hwloc_obj_t first_numa(hwloc_obj_t obj, bool dram)
{
	for (; obj; obj = obj->next_sibling) {
		if (obj->type == HWLOC_OBJ_NUMANODE && (!dram || is_dram(obj)))
			return obj;
		hwloc_obj_t behind = first_numa(obj->memory_first_child, dram);
		if (behind)
			return behind;
	}
	return NULL;
}

/* The closest NUMA node of main memory, else the closest of any. One per core: memory without cores
 * of its own must not split those of its neighbour. */
static int numa_of(hwloc_obj_t obj)
{
	for (int dram = 1; dram >= 0; dram--)
		for (hwloc_obj_t up = obj; up; up = up->parent) {
			hwloc_obj_t numa = first_numa(up->memory_first_child, dram);
			if (numa)
				return (int)numa->logical_index;
		}
	return -1;
}

/* The last cache above an object, by its first processing unit: caches of hybrid machines are not
 * all at one depth, and numbered at each. */
static int cache_of(hwloc_obj_t obj)
{
	hwloc_obj_t last = NULL;
	for (; obj; obj = obj->parent)
		if (hwloc_obj_type_is_dcache(obj->type))
			last = obj;
	return last ? hwloc_bitmap_first(last->cpuset) : -1;
}

/* Every core with a processing unit. Where hwloc knows no cores (some virtual machines), a
 * processing unit is one. */
static void find_cores(hwloc_topology_t topo, struct machine *m)
{
	hwloc_obj_t last = NULL, pu = NULL;
	int most = hwloc_get_nbobjs_by_type(topo, HWLOC_OBJ_PU), n = 0;

	m->found = rg_alloc(most > 0 ? (size_t)most : 0, sizeof(*m->found));
	while ((pu = hwloc_get_next_obj_by_type(topo, HWLOC_OBJ_PU, pu))) {
		hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topo, HWLOC_OBJ_CORE, pu);
		hwloc_obj_t package = hwloc_get_ancestor_obj_by_type(topo, HWLOC_OBJ_PACKAGE, pu);
		if (core && core == last)
			continue;
		last = core;
		m->found[n] = (struct found){package ? (int)package->logical_index : -1,
		                             numa_of(core ? core : pu), n, cache_of(pu)};
		n++;
	}
	m->cores = n;
}

static void find_machine(hwloc_topology_t topo, struct machine *m)
{
	const char *host = hwloc_obj_get_info_by_name(hwloc_get_root_obj(topo), "HostName");

	find_cores(topo, m);
	if (host && *host)
		m->host = rg_strdup(host);
}

static int probe_here(struct machine *m, const struct place *at)
{
	hwloc_topology_t topo;
	char host[256] = "";

	/* hwloc prints what it finds odd in a machine; whoever has set this variable wants to see
	 * that. */
	setenv("HWLOC_HIDE_ERRORS", "2", 0);
	if (hwloc_topology_init(&topo) != 0) {
		rg_error(at->d, at->file, at->line, "hwloc: %s", strerror(errno));
		return -1;
	}
	bool loaded = hwloc_topology_load(topo) == 0;
	if (loaded)
		find_machine(topo, m);
	else
		rg_error(at->d, at->file, at->line, "hwloc cannot describe this machine: %s",
		         strerror(errno));
	hwloc_topology_destroy(topo);
	if (loaded && !m->host && gethostname(host, sizeof(host) - 1) == 0 && *host)
		m->host = rg_strdup(host);
	return loaded ? 0 : -1;
}

/* ---- The child ---- */

static void limit(int resource, rlim_t most)
{
	struct rlimit l;

	if (getrlimit(resource, &l) == 0 && l.rlim_cur > most) {
		l.rlim_cur = most;
		setrlimit(resource, &l);
	}
}

/* The memory that this process has already, in bytes; 0: not known. */
static rlim_t memory_now(void)
{
	FILE *f = fopen("/proc/self/statm", "re");
	unsigned long pages = 0;

	if (f && fscanf(f, "%lu", &pages) != 1)
		pages = 0;
	if (f)
		fclose(f);
	return pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* Limits, since hwloc may crash: no core file, little time and memory, no messages unless they are
 * asked for, and the end of the parent ends this process. */
static void prepare_to_die(void)
{
	rlim_t now = memory_now();

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	int null = getenv("HWLOC_XML_VERBOSE") ? -1 : open("/dev/null", O_WRONLY | O_CLOEXEC);

	if (null >= 0)
		dup2(null, STDERR_FILENO);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_CPU, PROBE_SECONDS);
	if (now)
		limit(RLIMIT_AS, now + ((rlim_t)PROBE_MEGABYTES << 20));
	signal(SIGXCPU, SIG_DFL);
}

/* Say what the file is when it is no machine. `hwloc-diff` writes files that look like one. */
static void answer_other(struct answer *to, const struct rg_text *xml)
{
	hwloc_topology_diff_t diff = NULL;
	char *whole = NULL;

	if (hwloc_topology_diff_load_xmlbuffer(xml->s, (int)xml->len + 1, &diff, &whole) != 0) {
		to->kind = UNREADABLE;
		return;
	}
	snprintf(to->name, sizeof(to->name), "%s", whole ? whole : "");
	to->kind = DIFFERENCE;
}

/* There is room for `most` cores. */
static void answer(struct answer *to, size_t most, const struct rg_text *xml)
{
	hwloc_topology_t topo;
	struct machine m = {0};

	if (hwloc_topology_init(&topo) != 0)
		return;
	if (hwloc_topology_set_xmlbuffer(topo, xml->s, (int)xml->len + 1) != 0 ||
	    hwloc_topology_load(topo) != 0) {
		answer_other(to, xml);
		return;
	}
	find_machine(topo, &m);
	if ((size_t)m.cores > most)
		return;
	memcpy(to->found, m.found, (size_t)m.cores * sizeof(*m.found));
	to->cores = m.cores;
	snprintf(to->name, sizeof(to->name), "%s", m.host ? m.host : "");
	to->kind = MACHINE;
}

/* Only _exit: what the parent has buffered and registered for its end is the parent's. */
static _Noreturn void be_child(struct answer *to, size_t most, const struct rg_text *xml)
{
	jmp_buf end;

	if (setjmp(end))
		_exit(1);
	rg_way_out(&end);
	prepare_to_die();
	answer(to, most, xml);
	_exit(0);
}

/* ---- Its parent ---- */

/* Is the text one for hwloc? Its words go to libxml2, which takes other encodings and entities. */
static bool is_plain(const struct rg_text *text, const struct place *at)
{
	struct rg_encoding encoding = {0};
	bool good = rg_encoding_check(&encoding, text->s ? text->s : "", text->len) == text->len;

	if (!good && !at->line)
		rg_error(at->d, at->file, encoding.line, "%s", encoding.wrong);
	else if (!good)
		rg_error(at->d, at->file, at->line, "%s, line %d: %s", at->what, encoding.line,
		         encoding.wrong);
	else if (text->len && strstr(text->s, "<!ENTITY"))
		rg_error(at->d, at->file, at->line, "%s declares entities, which are refused",
		         at->what);
	else
		return true;
	return false;
}

/* The text of an XML file. hwloc could read the path by itself, but neither says why it failed nor
 * refuses a URL. False after an error. */
static bool read_xml(const char *path, enum rg_source source, struct rg_text *text,
                     const struct place *at)
{
	const char *why;
	FILE *f = rg_input_open(path, source, &why);

	if (!f) {
		rg_error(at->d, at->file, at->line, "cannot open %s: %s", at->what, why);
		return false;
	}
	bool read = rg_input_read(f, PROBE_BYTES, text) == 0;
	if (!read)
		rg_error(at->d, at->file, at->line, "cannot read %s: %s", at->what,
		         errno == EFBIG ? "more than 10 MB" : strerror(errno));
	rg_input_close(f);
	return read && is_plain(text, at);
}

/* Take the machine from the answer, or report what it is instead. */
static int take(const struct answer *a, struct machine *m, const struct place *at)
{
	if (a->kind == NONE)
		rg_error(at->d, at->file, at->line,
		         "%s is not a topology that hwloc can read (it is damaged): make it again "
		         "with 'lstopo --of xml'",
		         at->what);
	else if (a->kind == DIFFERENCE)
		rg_error(at->d, at->file, at->line,
		         "%s is a difference between two machines, not a machine: apply it to "
		         "'%s' with hwloc-patch",
		         at->what, *a->name ? a->name : "the file it was made from");
	else if (a->kind != MACHINE)
		rg_error(at->d, at->file, at->line,
		         "%s is not a topology that hwloc can read: make it with 'lstopo --of xml'",
		         at->what);
	if (a->kind != MACHINE)
		return -1;
	m->cores = a->cores;
	m->found = rg_alloc((size_t)a->cores, sizeof(*m->found));
	memcpy(m->found, a->found, (size_t)a->cores * sizeof(*m->found));
	m->host = *a->name ? rg_strdup(a->name) : NULL;
	return 0;
}

/* Have a child read the text. How it ended is not asked for: one that crashed has no answer. */
static int ask_child(const struct rg_text *xml, struct machine *m, const struct place *at)
{
	size_t most = xml->len / sizeof(struct found); /* a core takes more of the text than that */
	size_t size = sizeof(struct answer) + most * sizeof(struct found);
	struct answer *a =
		mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t child = a == MAP_FAILED ? -1 : fork();
	int result = -1;

	if (child == 0)
		be_child(a, most, xml);
	if (child < 0)
		rg_error(at->d, at->file, at->line, "cannot start a process to read %s: %s",
		         at->what, strerror(errno));
	while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	if (child > 0)
		result = take(a, m, at);
	if (a != MAP_FAILED)
		munmap(a, size);
	return result;
}

static int probe_xml(const char *path, enum rg_source source, struct machine *m,
                     const struct place *at)
{
	struct rg_text xml = {0};
	int result = -1;

	if (read_xml(path, source, &xml, at)) {
		rg_text_add(&xml, ""); /* has a place, though it is empty */
		result = ask_child(&xml, m, at);
	}
	rg_text_free(&xml);
	return result;
}

/* ---- The machine as the model has it ---- */

static int by_package(const void *va, const void *vb)
{
	const struct found *a = va, *b = vb;

	if (a->package != b->package)
		return a->package < b->package ? -1 : 1;
	if (a->numa != b->numa)
		return a->numa < b->numa ? -1 : 1;
	return (a->core > b->core) - (a->core < b->core);
}

static int by_numa(const void *va, const void *vb)
{
	const struct found *a = va, *b = vb;

	if (a->numa != b->numa)
		return a->numa < b->numa ? -1 : 1;
	return (a->package > b->package) - (a->package < b->package);
}

/* Does a NUMA node span packages? One for the whole machine does not count: its boundary is the
 * machine's. Sorts the cores. */
static bool spans_packages(struct machine *m)
{
	const struct found *f = m->found;

	qsort(m->found, (size_t)m->cores, sizeof(*m->found), by_numa);
	if (f[0].numa == f[m->cores - 1].numa)
		return false;
	for (int i = 1; i < m->cores; i++)
		if (f[i].numa >= 0 && f[i].numa == f[i - 1].numa &&
		    f[i].package != f[i - 1].package)
			return true;
	return false;
}

/* Number packages and NUMA nodes from 0 as they come. A NUMA node that spans packages (one for the
 * whole machine) gets a number in each, as the model wants it. */
static struct rg_inside *number(struct machine *m)
{
	const struct found *f = m->found;
	struct rg_inside *in = rg_alloc(1, sizeof(*in));

	qsort(m->found, (size_t)m->cores, sizeof(*m->found), by_package);
	in->cores = m->cores;
	in->core = rg_alloc((size_t)m->cores, sizeof(*in->core));
	for (int i = 0; i < m->cores; i++) {
		bool package = i == 0 || f[i].package != f[i - 1].package;
		bool numa = package || f[i].numa != f[i - 1].numa;
		in->packages += package;
		in->numas += numa;
		in->core[i] = (struct rg_core){in->packages - 1, in->numas - 1, f[i].cache};
	}
	return in;
}

static struct rg_inside *inside_of(struct machine *m, const struct place *at)
{
	if (m->cores == 0) {
		rg_error(at->d, at->file, at->line, "%s describes a machine without cores",
		         at->what);
		return NULL;
	}
	if (spans_packages(m))
		rg_warning(at->file, at->line,
		           "%s describes a machine with a NUMA node that spans packages: it is "
		           "split into one for each package",
		           at->what);
	return number(m);
}

struct rg_inside *rg_probe_inside(const char *xml, enum rg_source source, char **host,
                                  const char *file, int line, struct rg_diag *d)
{
	struct rg_text quoted = {0};
	struct place at = {file, line, "hwloc", d};
	struct machine m = {0};
	struct rg_inside *in = NULL;

	if (xml && (!file || strcmp(file, xml) == 0 || strcmp(file, "-") == 0)) {
		at.file = strcmp(xml, "-") == 0 ? "<stdin>" : xml;
		at.line = 0;
		at.what = "the file";
	} else if (xml) {
		rg_textf(&quoted, "'%s'", xml);
		at.what = quoted.s;
	}
	if ((xml ? probe_xml(xml, source, &m, &at) : probe_here(&m, &at)) == 0)
		in = inside_of(&m, &at);
	if (!in || !host) {
		free(m.host);
		m.host = NULL;
	}
	if (host)
		*host = m.host;
	free(m.found);
	rg_text_free(&quoted);
	return in;
}
