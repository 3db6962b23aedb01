/* SPDX-License-Identifier: BSD-3-Clause
 * topo: the model of a cluster. A graph: vertices are switches and machines, edges are links, of
 * which several may join the same two switches; a switch may have a forwarding table, and a machine
 * may know its inside (packages, NUMA nodes, cores). Which links a message takes is in route.h.
 *
 * Everything remembers the file and line it came from. The model is filled by a reader
 * (topology_file.h, probe.h), closed by rg_topo_close, and constant from then on, but that one rail
 * of it may be taken (rail.h) before anything else looks at it.
 */
#ifndef RG_TOPO_H
#define RG_TOPO_H

#include <stdbool.h>
#include <stddef.h>

enum rg_kind { RG_SWITCH, RG_MACHINE };

/* A core of a machine: numbers of its package and NUMA node, machine-wide, from 0; and of the last
 * cache that it shares with others, which is only told from others on the NUMA node: -1 where that
 * is not known. */
struct rg_core {
	int package, numa, cache;
};

/* The inside of a machine; shared by the machines of a range. Cores stand in the order of package,
 * then NUMA node, then core: a NUMA node lies within one package, and packages and NUMA nodes are
 * contiguous runs. */
struct rg_inside {
	int packages, numas, cores;
	struct rg_core *core; /* [cores] */
};

struct rg_vertex {
	enum rg_kind kind;
	char *name;
	int line;                       /* of the end of the start tag that made it */
	int machine;                    /* its number among the machines; -1 for a switch */
	const struct rg_inside *inside; /* machines: NULL when nothing is said */
	char **alias;                   /* [aliases] other names of the host */
	int aliases;
	int *position; /* [positions] switches: what the rule of the ways reads (rules.h) */
	int positions; /* -1: it is said wrongly, which was reported */
	bool assumed;  /* switches: that it is there, with its links, was told by nobody */
};

struct rg_link {
	int a, b;         /* vertices; in a nested file a is the outer one */
	double bandwidth; /* bytes per second, of each direction (half duplex: of both together) */
	double latency;   /* seconds */
	bool half;        /* half duplex: both directions are one resource */
	int line;
	bool blocked; /* it carries nothing, the file says: spanning.h */
};

/* One of the names of a machine: its own, or an alias. */
struct rg_called {
	const char *name; /* borrowed from the vertex */
	int machine;
};

/* Costs of messages and memory, as measured on the machines: attributes of <topology>. */
enum rg_told {
	RG_TOLD_STARTUP,
	RG_TOLD_ALONE,
	RG_TOLD_WITHIN,
	RG_TOLD_STREAM,
	RG_TOLD_NOTIFY,
	RG_TOLD_EAGER,
	RG_TOLD_BURST,
	RG_TOLD_COMBINE,
	RG_TOLD_COPY,
	RG_TOLDS
};

/* The kind of a quantity: a time in seconds, a rate in bytes per second, a size in bytes. */
enum rg_quantity { RG_TIME, RG_RATE, RG_SIZE };

/* A row for each of them. The attribute's name is also that in the model (cost/rates.h), and the
 * kind of a line in a file of measurements. `words` says it in words. */
struct rg_telling {
	const char *name;
	enum rg_quantity is;
	const char *words;
};
extern const struct rg_telling rg_tellings[RG_TOLDS];

/* How fast a process combines elements of a type by an operation: "double:max". The value of
 * `combine` is that of "int:sum". */
struct rg_combining {
	char *of;
	double rate; /* bytes per second, of the result */
};

/* Which ways a message may take where no forwarding table says it: the shortest of those that a
 * rule allows. */
enum rg_rule {
	RG_SHORTEST,      /* all */
	RG_UP_DOWN,       /* those that go towards the roots, and then away from them */
	RG_DIMENSIONS,    /* those along the first dimension, then the second, and so on */
	RG_DRAGONFLY,     /* those with at most one link between groups */
	RG_SPANNING_TREE, /* of what Ethernet's protocol leaves: spanning.h */
	RG_RULES
};
extern const char *const rg_rule_names[RG_RULES];

/* More are taken for a mistake: eight adapters of two ports are 16 links, and eight dimensions are
 * two more than the tori of the K computer and its successor have. */
enum { RG_RAILS = 16, RG_POSITIONS = 8 };

struct rg_topo {
	char *file;                     /* as named in messages */
	char *name;                     /* a C identifier: the prefix of what is generated */
	int line;                       /* of the root element */
	double told[RG_TOLDS];          /* negative: not said */
	struct rg_combining *combining; /* [combinings] of others */
	int combinings;
	struct rg_vertex *vertex; /* [vertices], in file order */
	int vertices;
	struct rg_link *link; /* [links], in file order */
	int links;
	int *machine; /* [machines]: vertex of machine i, in file order */
	int machines;
	int *first;    /* [vertices + 1]: the links of vertex v are */
	int *incident; /* incident[first[v]] ... incident[first[v + 1] - 1], in file order */
	int *by_name;  /* [vertices]: sorted by name (equal ones in file order), for rg_topo_find */
	struct rg_called *called; /* [calleds]: sorted by rg_name_compare, for rg_topo_host */
	int calleds;
	bool rule_told; /* the file says by which rule messages go; else it is what holds by
	                   default: */
	enum rg_rule rule;
	bool by_receiver; /* the receiver's number chooses one of the ways that the rule leaves:
	                     rg_one_way; else it may be any of them */
	int left_out;     /* links that carry nothing: spanning.h */
	int rail;    /* that the file, or the command line, chooses, from 1 on (rail.h); 0: none */
	int rails;   /* that tables tell apart: what is for the k-th link of each machine */
	int **table; /* [vertices] NULL: there are no forwarding tables; of a switch, or (one rail)
	                a machine with several links: [rails * machines], by rg_topo_entry, the link
	                on which it sends what is for that one, -1: it is not said; NULL: it has
	                none */
	struct rg_inside **inside; /* [insides] that vertices point to; owned here */
	int insides;
	size_t vertex_cap, link_cap, inside_cap, combining_cap;
};

/* Bytes per second of one direction of the link while both are in use. */
double rg_link_one_way(const struct rg_link *l);

/* The link that is the slowest so, of several the first; -1: there is no link. */
int rg_topo_slowest(const struct rg_topo *t);

struct rg_topo *rg_topo_new(const char *file);
void rg_topo_free(struct rg_topo *t);

/* Add a vertex, a link; the strings are copied. Return its number. */
int rg_topo_vertex(struct rg_topo *t, enum rg_kind kind, const char *name, int line);
int rg_topo_link(struct rg_topo *t, struct rg_link link);
void rg_topo_alias(struct rg_topo *t, int vertex, const char *name);

/* Put a switch at a position of n numbers, which are copied. */
void rg_topo_put(struct rg_topo *t, int vertex, const int *position, int n);

/* Say how fast elements are combined; the last time counts. And what was said; 0: nothing. */
void rg_topo_combines(struct rg_topo *t, const char *of, double rate);
double rg_topo_combining(const struct rg_topo *t, const char *of);

/* A phrase that says what is wrong with such a TYPE:OPERATION; NULL: nothing. */
const char *rg_combining_fault(const char *of);

/* Take ownership of an inside (made with rg_alloc, as is its core array) and return it. */
const struct rg_inside *rg_topo_inside(struct rg_topo *t, struct rg_inside *inside);

/* Build machine, first, incident, by_name, called; again, if they are there. A self link is
 * incident twice. Nothing is checked here: see check.h. */
void rg_topo_close(struct rg_topo *t);

/* Leave the vertices and links, of a closed topology, of which keep says so ([vertices], [links];
 * all machines stay, and both ends of each link), with what tables say of them, and close it again.
 */
void rg_topo_keep(struct rg_topo *t, const bool *vertex, const bool *link);

/* Leave out the links with an end of -1, before the topology is closed; nothing else of it may know
 * links by number yet. */
void rg_topo_drop_loose(struct rg_topo *t);

/* The forwarding table of a vertex, at first with nothing said in it. Closed topologies only, and
 * t->rails is set before. */
int *rg_topo_table(struct rg_topo *t, int vertex);

/* The links of a machine, which are its ports. */
static inline int rg_topo_ports(const struct rg_topo *t, int machine)
{
	return t->first[t->machine[machine] + 1] - t->first[t->machine[machine]];
}

/* The link of a machine that belongs to a rail, from 1 on: its last, if it has fewer; -1: it has
 * none. Closed topologies only. */
int rg_topo_port(const struct rg_topo *t, int machine, int rail);

/* Where a table says what is for that port of a machine; -1: the tables know fewer rails. */
int rg_topo_entry(const struct rg_topo *t, int machine, int rail);

/* The number-th of the links between v and w, from 1 on, in file order; -1: there are not so many.
 * Closed topologies only. */
int rg_topo_link_to(const struct rg_topo *t, int v, int w, int number);

/* The vertex that a machine's first link leads to; its own: it has no link. Closed topologies only.
 */
int rg_topo_outside(const struct rg_topo *t, int machine);

/* Which of the links between its two ends a link is, from 1 on. Closed topologies only. */
int rg_topo_link_number(const struct rg_topo *t, int link);

/* The vertex with this name, or -1. Closed topologies only. */
int rg_topo_find(const struct rg_topo *t, const char *name);

/* The machine (not vertex) that is called `host`: by name or alias, and then by what stands before
 * the first dot on either side (a short name for a full one and the reverse), as the runtime finds
 * it: see name.h. -1: none, or more than one. */
int rg_topo_host(const struct rg_topo *t, const char *host);

/* The other end of link l, seen from vertex v. */
static inline int rg_topo_other(const struct rg_topo *t, int l, int v)
{
	return t->link[l].a == v ? t->link[l].b : t->link[l].a;
}

#endif
