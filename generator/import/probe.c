/* SPDX-License-Identifier: BSD-3-Clause
 * probe: the inside of a machine, by hwloc.
 *
 * libhwloc believes what an XML file says of itself, and crashes on some damaged ones. A file is
 * data from elsewhere, so a child process reads it and sends back the cores; when the child dies,
 * the file is damaged.
 */
#include <errno.h>
#include <fcntl.h>
#include <hwloc.h>
#include <hwloc/diff.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
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
	LONGEST_NAME = 255,     /* that the reader takes */
};

/* Where to report: at the place that names the XML file, else at the XML file itself. */
struct place {
	const char *file;
	int line;
	const char *what; /* the XML file: in quotes, or "the file" when `file` is that already */
	struct rg_diag *d;
};

/* A core as hwloc tells it: numbers of its package and of its closest NUMA node, -1 for none. */
struct found {
	int package, numa, core;
};

/* A machine as hwloc tells it. */
struct machine {
	struct found *found; /* [cores] */
	int cores;
	char *host; /* or NULL */
};

/* What the child sends: this, the cores, and the name, which is that of the host or, for what
 * hwloc-diff wrote, of the file that it belongs to. */
struct answer {
	enum { MACHINE = 1, DIFFERENCE, UNREADABLE } kind;
	int cores;
	size_t name; /* its bytes */
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
		                             numa_of(core ? core : pu), n};
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

	/* hwloc writes about what it finds odd in a machine; whoever set it wants to see that. */
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

/* What this process has of memory already, in bytes; 0: not known. */
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

/* Die quietly: no core file, no endless loop, little memory, and no words about it, unless they are
 * asked for; and with the parent, whatever ends that. */
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

static void send_answer(FILE *to, struct answer answer, const struct found *found, const char *name)
{
	answer.name = name ? strlen(name) : 0;
	fwrite(&answer, sizeof(answer), 1, to);
	fwrite(found, sizeof(*found), (size_t)answer.cores, to);
	fwrite(name ? name : "", 1, answer.name, to);
}

/* Say what the file is when it is no machine. `hwloc-diff` writes files that look like one. */
static void send_other(FILE *to, const char *buf, size_t len)
{
	hwloc_topology_diff_t diff = NULL;
	struct found none;
	char *whole = NULL;

	if (hwloc_topology_diff_load_xmlbuffer(buf, (int)len + 1, &diff, &whole) != 0) {
		send_answer(to, (struct answer){.kind = UNREADABLE}, &none, NULL);
		return;
	}
	send_answer(to, (struct answer){.kind = DIFFERENCE}, &none, whole);
	hwloc_topology_diff_destroy(diff);
	free(whole);
}

static void send_machine(FILE *to, const char *buf, size_t len)
{
	hwloc_topology_t topo;
	struct machine m = {0};

	if (hwloc_topology_init(&topo) != 0)
		return;
	if (hwloc_topology_set_xmlbuffer(topo, buf, (int)len + 1) == 0 &&
	    hwloc_topology_load(topo) == 0) {
		find_machine(topo, &m);
		send_answer(to, (struct answer){MACHINE, m.cores, 0}, m.found, m.host);
		free(m.found);
		free(m.host);
	} else {
		send_other(to, buf, len);
	}
	hwloc_topology_destroy(topo);
}

/* Only _exit: what the parent has buffered and registered for its end is the parent's. */
static _Noreturn void be_child(int fd, const char *buf, size_t len)
{
	/* Where standard error was closed, the pipe may have its number. */
	int above = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	FILE *to = above < 0 ? NULL : fdopen(above, "w");
	jmp_buf end;

	if (!to || setjmp(end))
		_exit(1);
	rg_way_out(&end);
	prepare_to_die();
	send_machine(to, buf, len);
	fclose(to);
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

/* Start the child; what it sends, or NULL: errno says why. */
static FILE *start_child(const char *buf, size_t len, pid_t *child)
{
	int ends[2], why;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return NULL;
	FILE *from = fdopen(ends[0], "r");
	*child = from ? fork() : -1;
	if (*child == 0) {
		close(ends[0]);
		be_child(ends[1], buf, len);
	}
	why = errno;
	close(ends[1]);
	if (*child > 0)
		return from;
	if (from)
		fclose(from);
	else
		close(ends[0]);
	errno = why;
	return NULL;
}

/* Is s, of n bytes, an answer from its head to its end? Gives the head. */
static bool is_whole(const char *s, size_t n, struct answer *answer)
{
	if (!s || n < sizeof(*answer))
		return false;
	memcpy(answer, s, sizeof(*answer));
	n -= sizeof(*answer);
	return answer->name <= n && answer->cores >= 0 &&
	       (n - answer->name) / sizeof(struct found) == (size_t)answer->cores &&
	       (n - answer->name) % sizeof(struct found) == 0;
}

/* The child's answer, whole; false after an error. How the child ended is not asked for: one that
 * crashed has sent nothing, or not all. */
static bool ask_child(const struct rg_text *xml, struct rg_text *sent, struct answer *answer,
                      const struct place *at)
{
	pid_t child;
	FILE *from = start_child(xml->s ? xml->s : "", xml->len, &child);

	if (!from) {
		rg_error(at->d, at->file, at->line, "cannot start a process to read %s: %s",
		         at->what, strerror(errno));
		return false;
	}
	rg_input_read(from, PROBE_BYTES, sent);
	fclose(from);
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	if (is_whole(sent->s, sent->len, answer))
		return true;
	rg_error(at->d, at->file, at->line,
	         "%s is not a topology that hwloc can read (it is damaged): make it again with "
	         "'lstopo --of xml'",
	         at->what);
	return false;
}

/* Take the machine from the answer, or report what it is instead. */
static int take(const char *s, struct answer answer, struct machine *m, const struct place *at)
{
	size_t bytes = (size_t)answer.cores * sizeof(*m->found);
	const char *cores = s + sizeof(answer), *name = cores + bytes;

	if (answer.kind == DIFFERENCE) {
		rg_error(at->d, at->file, at->line,
		         "%s is a difference between two machines, not a machine: apply it to "
		         "'%s' with hwloc-patch",
		         at->what, answer.name ? name : "the file it was made from");
		return -1;
	}
	if (answer.kind != MACHINE) {
		rg_error(at->d, at->file, at->line,
		         "%s is not a topology that hwloc can read: make it with 'lstopo --of xml'",
		         at->what);
		return -1;
	}
	m->cores = answer.cores;
	m->found = rg_alloc((size_t)answer.cores, sizeof(*m->found));
	memcpy(m->found, cores, bytes);
	m->host = answer.name ? rg_strdup(name) : NULL;
	return 0;
}

static int probe_xml(const char *path, enum rg_source source, struct machine *m,
                     const struct place *at)
{
	struct answer answer;
	struct rg_text xml = {0}, sent = {0};
	int result = -1;

	if (read_xml(path, source, &xml, at) && ask_child(&xml, &sent, &answer, at))
		result = take(sent.s, answer, m, at);
	rg_text_free(&xml);
	rg_text_free(&sent);
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
		in->core[i] = (struct rg_core){in->packages - 1, in->numas - 1};
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

/* ---- A topology file ---- */

/* The first core after i of another NUMA node, of another package. */
static int numa_end(const struct rg_inside *in, int i)
{
	int j = i + 1;

	while (j < in->cores && in->core[j].numa == in->core[i].numa)
		j++;
	return j;
}

static int package_end(const struct rg_inside *in, int i)
{
	int j = i + 1;

	while (j < in->cores && in->core[j].package == in->core[i].package)
		j++;
	return j;
}

/* Do the packages that begin at cores a and b have the same NUMA nodes? */
static bool same_package(const struct rg_inside *in, int a, int b)
{
	int n = package_end(in, a) - a;

	if (package_end(in, b) - b != n)
		return false;
	for (int i = 0; i < n; i++)
		if (in->core[a + i].numa - in->core[a].numa !=
		    in->core[b + i].numa - in->core[b].numa)
			return false;
	return true;
}

/* The package that begins at core `begin`, `count` times; equal NUMA nodes are folded. */
static void print_package(const struct rg_inside *in, int begin, int count, struct rg_text *out)
{
	int end = package_end(in, begin);

	rg_textf(out, "\t\t<package count=\"%d\">\n", count);
	for (int i = begin, next; i < end; i = next) {
		int cores = numa_end(in, i) - i, numas = 1;
		next = i + cores;
		while (next < end && numa_end(in, next) - next == cores) {
			next += cores;
			numas++;
		}
		rg_textf(out, "\t\t\t<numa count=\"%d\"><core count=\"%d\"/></numa>\n", numas,
		         cores);
	}
	rg_text_add(out, "\t\t</package>\n");
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The host as an id: what a host name cannot have, and what would be a range, becomes '_'. */
static void print_id(const char *host, struct rg_text *out)
{
	for (int i = 0; host[i] && i < LONGEST_NAME; i++)
		rg_textf(out, "%c",
		         is_letter(host[i]) || is_digit(host[i]) || strchr("-._", host[i]) ? host[i]
		                                                                           : '_');
}

/* Does the host begin like the names of MPI or of the runtime? The prefix of what is generated,
 * which the name of a topology is, must not. */
static bool is_reserved(const char *host)
{
	return strncasecmp(host, "MPI", 3) == 0 || strncasecmp(host, "PMPI", 4) == 0 ||
	       (strncasecmp(host, "rg", 2) == 0 && !is_letter(host[2]) && !is_digit(host[2]));
}

/* The host, up to its first dot, as a C identifier that can be the name of a topology. */
static void print_identifier(const char *host, struct rg_text *out)
{
	const char *escape = is_letter(*host) && !is_reserved(host) ? "" : "host_";
	int most = LONGEST_NAME - (int)strlen(escape);

	rg_text_add(out, escape);
	for (int i = 0; i < most && host[i] && host[i] != '.'; i++)
		rg_textf(out, "%c", is_letter(host[i]) || is_digit(host[i]) ? host[i] : '_');
}

void rg_probe_print(const struct rg_inside *in, const char *host, struct rg_text *out)
{
	if (!host || !*host)
		host = "machine";
	rg_text_add(out, "<topology name=\"");
	print_identifier(host, out);
	rg_text_add(out, "\">\n\t<node id=\"");
	print_id(host, out);
	rg_text_add(out, "\">\n");
	for (int i = 0, next; i < in->cores; i = next) {
		int count = 1;
		next = package_end(in, i);
		while (next < in->cores && same_package(in, i, next)) {
			next = package_end(in, next);
			count++;
		}
		print_package(in, i, count, out);
	}
	rg_text_add(out, "\t</node>\n</topology>\n");
}
