/* SPDX-License-Identifier: BSD-3-Clause
 * gather: the machines of a job as one topology file for ringgen. For whoever does not know the
 * switches: all machines hang on one, the two-level tree of Patarasuk & Yuan 2009, section 4.2;
 * their insides (packages, NUMA nodes, cores) are what hwloc sees. Needs MPI and hwloc alone.
 *
 * mpiexec -n 64 gather -o mycluster.xml
 *
 * RINGGEN_HOSTS=FILE gives ranks other host names, as in the runtime: line i begins with the host
 * of rank i.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <hwloc.h>
#include <mpi.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/units.h"
#include "base/whole.h"

enum { NAME_BYTES = 256, INSIDE_BYTES = 8192 };

struct options {
	const char *out, *name, *bandwidth, *latency;
	bool help;
};

/* A machine, its name taken apart: n007.site is "n", 7, ".site". Without a number: digits is 0. */
struct machine {
	const char *name, *inside;
	int prefix, digits; /* letters before the number, digits in it */
	long number;
};

/* Any rank may meet an error, and the others may be waiting for it by then. */
static void fail(const char *what, const char *why)
{
	fprintf(stderr, "gather: %s: %s\n", what, why);
	MPI_Abort(MPI_COMM_WORLD, 1);
	exit(1);
}

static void *allocate(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);

	if (!p)
		fail("memory", "out of it");
	return p;
}

/* ---- each rank: where am I? ---- */

/* A file that never ends, or that nobody writes to, would be waited for. */
static FILE *open_file(const char *file)
{
	int fd = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
	struct stat st;

	if (!f || fstat(fd, &st) != 0)
		fail(file, strerror(errno));
	if (!S_ISREG(st.st_mode))
		fail(file, "is not a regular file");
	return f;
}

/* As the runtime does: the first word of the rank's line, of those that are neither empty nor a
 * comment. */
static void read_host(const char *file, int rank, char *name)
{
	FILE *f = open_file(file);
	char *line = NULL;
	size_t room = 0;

	for (int left = rank; left >= 0;) {
		if (getline(&line, &room, f) <= 0)
			fail(file, "has fewer lines than there are ranks");
		const char *word = strtok(line, " \t\r\n");
		if (!word || *word == '#' || left-- > 0)
			continue;
		if (strlen(word) >= NAME_BYTES)
			fail(file, "has a name that is too long");
		strcpy(name, word);
	}
	free(line);
	fclose(f);
}

/* What stands in a file must be a name there, not markup and not a range. */
static void find_host(int rank, char *name)
{
	char processor[MPI_MAX_PROCESSOR_NAME];
	const char *file = getenv("RINGGEN_HOSTS");
	int length;

	if (file && *file) {
		read_host(file, rank, name);
	} else {
		MPI_Get_processor_name(processor, &length);
		snprintf(name, NAME_BYTES, "%.*s", NAME_BYTES - 1, processor);
	}
	for (const char *c = name; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr("-._", *c))
			fail(name, "is not a host name");
	if (!*name)
		fail("host name", "is empty");
}

/* Is this the lowest rank of its host? It is the one that describes the machine. */
static bool is_lowest(const char *hosts, int rank)
{
	const char *mine = hosts + (size_t)rank * NAME_BYTES;

	for (int i = 0; i < rank; i++)
		if (strcasecmp(hosts + (size_t)i * NAME_BYTES, mine) == 0)
			return false;
	return true;
}

/* ---- the lowest rank of each machine: what is inside? ---- */

/* The closest NUMA node of main memory (hwloc names the type of other memory), or none. */
static hwloc_obj_t numa_of(hwloc_obj_t core)
{
	for (hwloc_obj_t up = core; up; up = up->parent)
		for (hwloc_obj_t m = up->memory_first_child; m; m = m->next_sibling) {
			hwloc_obj_t numa = m;
			while (numa && numa->type != HWLOC_OBJ_NUMANODE) /* a cache before it */
				numa = numa->memory_first_child;
			if (numa && (!numa->subtype || strcmp(numa->subtype, "DRAM") == 0))
				return numa;
		}
	return NULL;
}

/* The next core; where hwloc knows no cores, the next processing unit. */
static hwloc_obj_t next_core(hwloc_topology_t topo, hwloc_obj_t core)
{
	bool cores = hwloc_get_nbobjs_by_type(topo, HWLOC_OBJ_CORE) > 0;

	return hwloc_get_next_obj_by_type(topo, cores ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU, core);
}

/* One more piece of text; what hwloc sees of any real machine fits. */
static void add(char *text, const char *format, int n)
{
	size_t used = strlen(text);

	if (used + 64 > INSIDE_BYTES)
		fail("hwloc", "a machine with more packages and NUMA nodes than there is room for");
	snprintf(text + used, INSIDE_BYTES - used, format, n);
}

/* Packages, their NUMA nodes and cores, in hwloc's order; one element for each. */
static void describe(char *text)
{
	hwloc_topology_t topo;
	hwloc_obj_t core = NULL, package = NULL, numa = NULL;
	int cores = 0;

	if (hwloc_topology_init(&topo) != 0 || hwloc_topology_load(topo) != 0)
		fail("hwloc", "cannot describe this machine");
	while ((core = next_core(topo, core))) {
		hwloc_obj_t p = hwloc_get_ancestor_obj_by_type(topo, HWLOC_OBJ_PACKAGE, core);
		hwloc_obj_t m = numa_of(core);
		if (cores && (p != package || m != numa)) {
			add(text, "<numa><core count=\"%d\"/></numa>", cores);
			cores = 0;
		}
		if (!*text)
			add(text, "<package>", 0);
		else if (p != package)
			add(text, "</package><package>", 0);
		package = p;
		numa = m;
		cores++;
	}
	add(text, "<numa><core count=\"%d\"/></numa></package>", cores);
	hwloc_topology_destroy(topo);
}

/* All descriptions at rank 0, one after another, in the order of ranks; those that do not describe
 * send an empty one. */
static char *gather(const char *text, int rank, int ranks)
{
	int length = (int)strlen(text) + 1, total = 0;
	int *lengths = allocate((size_t)ranks, sizeof(int));
	int *begin = allocate((size_t)ranks, sizeof(int));
	char *all = NULL;

	MPI_Gather(&length, 1, MPI_INT, lengths, 1, MPI_INT, 0, MPI_COMM_WORLD);
	for (int i = 0; i < ranks; i++) {
		begin[i] = total;
		total += lengths[i];
	}
	if (rank == 0)
		all = allocate((size_t)total, 1);
	MPI_Gatherv(text, length, MPI_CHAR, all, lengths, begin, MPI_CHAR, 0, MPI_COMM_WORLD);
	free(lengths);
	free(begin);
	return all;
}

/* ---- rank 0: the file ---- */

/* The number is the last one before the first dot. */
static struct machine take_apart(const char *name, const char *inside)
{
	struct machine m = {.name = name, .inside = inside};
	int end = (int)strcspn(name, ".");

	while (end > 0 && !isdigit((unsigned char)name[end - 1]))
		end--;
	m.prefix = end;
	while (m.prefix > 0 && isdigit((unsigned char)name[m.prefix - 1]))
		m.prefix--;
	m.digits = end - m.prefix;
	if (m.digits > 0 && m.digits < 10)
		m.number = strtol(name + m.prefix, NULL, 10);
	else
		m = (struct machine){name, inside, (int)strlen(name), 0, 0};
	return m;
}

static int compare(const void *va, const void *vb)
{
	const struct machine *a = va, *b = vb;
	int n = a->prefix < b->prefix ? a->prefix : b->prefix;
	int difference = strncmp(a->name, b->name, (size_t)n);

	if (difference)
		return difference;
	if (a->prefix != b->prefix)
		return a->prefix - b->prefix;
	if (a->number != b->number)
		return a->number < b->number ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* Is b the machine after a in a range such as n[007-012].site, with the same inside? */
static bool follows(const struct machine *a, const struct machine *b)
{
	bool zero = a->name[a->prefix] == '0' || b->name[b->prefix] == '0';

	return a->digits && b->digits && b->number == a->number + 1 && a->prefix == b->prefix &&
	       strncmp(a->name, b->name, (size_t)a->prefix) == 0 &&
	       (a->digits == b->digits || !zero) &&
	       strcmp(a->name + a->prefix + a->digits, b->name + b->prefix + b->digits) == 0 &&
	       strcmp(a->inside, b->inside) == 0;
}

/* The machines with a description, sorted by name; returns how many. */
static int find_machines(const char *hosts, const char *texts, int ranks, struct machine *m)
{
	int n = 0;

	for (int i = 0; i < ranks; i++, texts += strlen(texts) + 1)
		if (*texts)
			m[n++] = take_apart(hosts + (size_t)i * NAME_BYTES, texts);
	qsort(m, (size_t)n, sizeof(*m), compare);
	return n;
}

static void print_nodes(const struct machine *m, int n, FILE *f)
{
	for (int i = 0, last; i < n; i = last + 1) {
		const struct machine *a = m + i;
		for (last = i; last + 1 < n && follows(m + last, m + last + 1);)
			last++;
		if (last == i)
			fprintf(f, "\t\t<node id=\"%s\">", a->name);
		else
			fprintf(f, "\t\t<node id=\"%.*s[%.*s-%.*s]%s\">", a->prefix, a->name,
			        a->digits, a->name + a->prefix, m[last].digits,
			        m[last].name + m[last].prefix, a->name + a->prefix + a->digits);
		fprintf(f, "%s</node>\n", a->inside);
	}
}

static void print_attribute(const char *name, const char *value, FILE *f)
{
	if (value)
		fprintf(f, " %s=\"%s\"", name, value);
}

static void print_topology(const struct options *o, const struct machine *m, int n, FILE *f)
{
	fprintf(f, "<topology name=\"%s\">\n", o->name);
	if (o->bandwidth || o->latency) {
		fputs("\t<defaults", f);
		print_attribute("bandwidth", o->bandwidth, f);
		print_attribute("latency", o->latency, f);
		fputs("/>\n", f);
	}
	fputs("\t<switch id=\"switch\">\n", f);
	print_nodes(m, n, f);
	fputs("\t</switch>\n</topology>\n", f);
}

/* The output, - or none being standard output. */
static struct rg_whole output(const struct options *o)
{
	return (struct rg_whole){.path = o->out && strcmp(o->out, "-") != 0 ? o->out : NULL};
}

static bool told(const struct rg_whole *file)
{
	if (file->error)
		fprintf(stderr, "gather: %s: cannot write: %s\n",
		        file->path ? file->path : "standard output", strerror(file->error));
	return !file->error;
}

/* Before the work: false is told of. */
static bool can_be_written(const struct options *o)
{
	struct rg_whole file = output(o);

	rg_whole_test(&file, 1);
	return told(&file);
}

/* The file is written whole or not at all. */
static bool write_file(const struct options *o, const struct machine *m, int n)
{
	struct rg_whole file = output(o);
	char *text = NULL;
	FILE *f = open_memstream(&text, &file.len);

	if (!f)
		fail("memory", "out of it");
	print_topology(o, m, n, f);
	if (fclose(f) != 0)
		fail("memory", "out of it");
	file.text = text;
	rg_whole_write(&file, 1);
	free(text);
	return told(&file);
}

/* ---- the command ---- */

static const char usage[] =
	"usage: mpiexec ... gather [-o FILE] [--name NAME] [--bandwidth 1Gbps] [--latency 25us]\n"
	"One topology file with all machines of the job behind one switch.\n"
	"Exit status: 0 done, 1 something failed, 2 the command line is wrong.\n";

/* What `ringgen check` wants of a topology's name; NULL: it is one. */
static const char *name_fault(const char *s)
{
	for (const char *c = s; *c; c++)
		if (!isalnum((unsigned char)*c) && *c != '_')
			return "is not a C identifier (use letters, digits and _)";
	if (!*s || isdigit((unsigned char)*s))
		return "is not a C identifier (begin with a letter)";
	if (strncasecmp(s, "MPI", 3) == 0 || strncasecmp(s, "PMPI", 4) == 0)
		return "begins like the names of MPI";
	if (strncmp(s, "rg_", 3) == 0)
		return "begins like the names of the runtime";
	return strlen(s) > 255 ? "is longer than 255 characters" : NULL;
}

/* False: which value is wrong and why is said, by rank 0. */
static bool is_good(const char *option, const char *value, const char *wrong, int rank)
{
	if (wrong && rank == 0)
		fprintf(stderr, "gather: %s: '%s' %s\n", option, value, wrong);
	return !wrong;
}

/* The file is for ringgen, so its values are what ringgen takes. */
static bool check_values(const struct options *o, int rank)
{
	double value;

	return is_good("--name", o->name, name_fault(o->name), rank) &&
	       is_good("--bandwidth", o->bandwidth,
	               o->bandwidth ? rg_parse_bandwidth(o->bandwidth, &value) : NULL, rank) &&
	       is_good("--latency", o->latency,
	               o->latency ? rg_parse_time(o->latency, &value) : NULL, rank) &&
	       is_good("-o", o->out, o->out && !*o->out ? "is no name of a file" : NULL, rank);
}

static bool parse(int argc, char **argv, struct options *o)
{
	static const struct option known[] = {{"name", required_argument, NULL, 'n'},
	                                      {"bandwidth", required_argument, NULL, 'b'},
	                                      {"latency", required_argument, NULL, 'l'},
	                                      {"output", required_argument, NULL, 'o'},
	                                      {"help", no_argument, NULL, 'h'},
	                                      {NULL, 0, NULL, 0}};
	int c;

	opterr = 0;
	while ((c = getopt_long(argc, argv, "ho:", known, NULL)) != -1)
		switch (c) {
		case 'n':
			o->name = optarg;
			break;
		case 'b':
			o->bandwidth = optarg;
			break;
		case 'l':
			o->latency = optarg;
			break;
		case 'o':
			o->out = optarg;
			break;
		case 'h':
			o->help = true;
			break;
		default:
			return false;
		}
	return optind == argc;
}

/* Of rank 0; the others have written nothing. */
static bool run(const struct options *o, int rank, int ranks)
{
	bool good = true;
	char *hosts = allocate((size_t)ranks, NAME_BYTES), *texts;
	char mine[NAME_BYTES] = "", *text = allocate(INSIDE_BYTES, 1);

	find_host(rank, mine);
	MPI_Allgather(mine, NAME_BYTES, MPI_CHAR, hosts, NAME_BYTES, MPI_CHAR, MPI_COMM_WORLD);
	if (is_lowest(hosts, rank))
		describe(text);
	texts = gather(text, rank, ranks);
	if (rank == 0) {
		struct machine *m = allocate((size_t)ranks, sizeof(*m));
		int n = find_machines(hosts, texts, ranks, m);
		good = write_file(o, m, n);
		free(m);
	}
	free(texts);
	free(text);
	free(hosts);
	return good;
}

/* The exit status. All ranks see the same command line; rank 0 speaks and writes. */
static int command(int argc, char **argv, int rank, int ranks)
{
	struct options o = {.name = "cluster"};
	bool parsed = parse(argc, argv, &o);
	int good;

	if (rank == 0 && (!parsed || o.help))
		fputs(usage, parsed ? stdout : stderr);
	if (!parsed || !check_values(&o, rank))
		return 2;
	if (o.help)
		return 0;
	good = rank || can_be_written(&o);
	MPI_Bcast(&good, 1, MPI_INT, 0, MPI_COMM_WORLD);
	return good && run(&o, rank, ranks) ? 0 : 1;
}

int main(int argc, char **argv)
{
	int rank, ranks;

	signal(SIGPIPE,
	       SIG_DFL); /* who reads no more has read enough, also where that was ignored */
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	int status = command(argc, argv, rank, ranks);
	if (rank == 0 && (fflush(stdout) || ferror(stdout))) {
		fputs("gather: standard output: cannot be written\n", stderr);
		status = 1;
	}
	MPI_Finalize();
	return status;
}
