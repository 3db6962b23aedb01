/* SPDX-License-Identifier: BSD-3-Clause
 * infiniband: a fabric as the tools of InfiniBand print it.
 */
#include "import/infiniband.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "import/subnet_topology.h"
#include "import/text_lines.h"

struct reader {
	struct rg_diag *d;
	const char *file; /* that is read */
	struct rg_subnet subnet;
	int here;  /* the station whose lines follow, in ibnetdiscover's own form; -1: none */
	char *own; /* its description, of a host */
	uint64_t adapter; /* and its GUID */
	int table;        /* the switch whose table follows; -1: none */
};

static void refuse(struct reader *r, const char *wrong)
{
	rg_error(r->d, r->file, r->subnet.line, "%s", wrong);
}

/* Bits per second that one lane carries of data, by the names of the tools. */
static const struct {
	const char *name;
	double rate;
	int signals; /* Gbit/s on the wire, without what is behind the point: the name in lists */
} lanes[] = {
	{"SDR", 2e9, 2},     {"DDR", 4e9, 5},      {"QDR", 8e9, 10},
	{"FDR10", 10e9, -1}, {"FDR", 13.64e9, 14}, {"EDR", 25e9, 25},
	{"HDR", 50e9, 50},   {"NDR", 100e9, 100},  {"XDR", 200e9, 200},
};

/* "4x QDR" or "4xQDR"; 0: it is not that. */
static double read_speed(const char *s)
{
	char *name;
	long width = strtol(s, &name, 10);
	if (name == s || *name++ != 'x' || width < 1 || width > 12)
		return 0;
	name += strspn(name, " ");
	size_t n = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
	for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++)
		if (strlen(lanes[i].name) == n && strncmp(lanes[i].name, name, n) == 0)
			return (double)width * lanes[i].rate / 8;
	return 0;
}

/* "PHY=4x LOG=ACT SPD=2.5"; 0: it is not that. */
static double read_listed_speed(const char *s)
{
	int width;
	double signals;
	const char *speed = strstr(s, "SPD=");
	if (!speed || sscanf(s, "PHY=%dx", &width) != 1 || width < 1 || width > 12 ||
	    sscanf(speed, "SPD=%lf", &signals) != 1 || !(signals > 0 && signals < 1000))
		return 0;
	for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++)
		if (lanes[i].signals == (int)signals)
			return (double)width * lanes[i].rate / 8;
	return 0;
}

/* The first word of a comment that is a speed: "lid 24 4xSDR", also with more behind it. */
static double find_speed(const char *s)
{
	double speed = 0;
	for (s = strchr(s, ' '); s && speed <= 0; s = strchr(s + 1, ' '))
		speed = read_speed(s + 1);
	return speed;
}

/* ---- Lines */

/* Put the text between two of these characters, after `s`, into out. Returns the place behind it;
 * NULL: there are none. */
static const char *between(const char *s, char open, char close, struct rg_text *out)
{
	const char *begin = strchr(s, open), *end = begin ? strchr(begin + 1, close) : NULL;
	out->len = 0;
	rg_text_addn(out, begin ? begin + 1 : "", end ? (size_t)(end - begin - 1) : 0);
	return end ? end + 1 : NULL;
}

/* CA   182  1 0x0011... 4x QDR - SW    18 18 0x0006... ( 'node179 HCA-1' - 'QLogic ...' ) */
static void read_port(struct reader *r, const char *s)
{
	char type[2][3];
	int lid[2], port[2], end = 0;
	uint64_t guid[2];
	struct rg_text name[2] = {{0}, {0}};
	if (sscanf(s, "%2s %d %d %" SCNx64 " %n", type[0], &lid[0], &port[0], &guid[0], &end) < 4 ||
	    !end) {
		refuse(r, "not a port as 'ibnetdiscover -p' prints it");
		return;
	}
	/* A port to which nothing is connected has its own name next, and that may have a dash,
	 * too.
	 */
	const char *to = strstr(s + end, " - "), *quote = strchr(s + end, '\'');
	if (quote && to > quote)
		to = NULL;
	int n = to ? sscanf(to + 3, "%2s %d %d %" SCNx64, type[1], &lid[1], &port[1], &guid[1]) : 0;
	const char *names = to ? strchr(to, '(') : NULL;
	const char *next = names ? between(names, '\'', '\'', &name[0]) : NULL;
	if (n == 4 && next && between(next, '\'', '\'', &name[1])) {
		int at[2];
		for (int i = 0; i < 2; i++)
			at[i] = rg_subnet_station(&r->subnet, strcmp(type[i], "SW") == 0, guid[i],
			                          lid[i], name[i].s);
		rg_subnet_cable(&r->subnet, at[0], port[0], at[1], port[1], read_speed(s + end));
	} else if (to && n > 0) {
		refuse(r, "not a port as 'ibnetdiscover -p' prints it");
	} /* else nothing is connected to it */
	rg_text_free(&name[0]);
	rg_text_free(&name[1]);
}

/* Switch	36 "S-0002..."	# "name" base port 0 lid 4 lmc 0; Ca	1 "H-0002..."	# "name" */
static void read_node(struct reader *r, const char *s)
{
	struct rg_text id = {0}, name = {0};
	const char *rest = between(s, '"', '"', &id), *lid;
	r->here = -1;
	free(r->own);
	r->own = NULL;
	if (!rest || !between(rest, '"', '"', &name) || strlen(id.s) < 3) {
		refuse(r, "not a node as ibnetdiscover prints it");
	} else if (*s == 'S') {
		lid = strstr(rest, " lid ");
		r->here = rg_subnet_station(&r->subnet, true, strtoull(id.s + 2, NULL, 16),
		                            lid ? atoi(lid + 5) : 0, name.s);
	} else if (*s == 'C') {
		r->own = rg_strdup(name.s);
		r->adapter = strtoull(id.s + 2, NULL, 16);
	} else {
		r->subnet.others++;
	}
	rg_text_free(&id);
	rg_text_free(&name);
}

/* The GUID of a host's port, which stands in brackets between `begin` and `end`. Old tools leave it
 * out: then that of the adapter and the port's number, as most makers have them. */
static uint64_t port_guid(const char *begin, const char *end, uint64_t adapter, int port)
{
	const char *own = strchr(begin, '(');
	return own && own < end ? strtoull(own + 1, NULL, 16) : adapter + (uint64_t)port;
}

/* The other end of a line of a node: "S-0002..."[2] or "H-0002..."[1](2c903...), and the comment
 * behind it, from which its name and lid are. Returns the station, -1: it is neither. */
static int read_peer(struct reader *r, const char *s, int *port, struct rg_text *text)
{
	const char *rest = between(s, '"', '"', text);
	if (!rest || text->len < 3 || *rest != '[' || (text->s[0] != 'S' && text->s[0] != 'H'))
		return -1;
	bool is_switch = text->s[0] == 'S';
	uint64_t node = strtoull(text->s + 2, NULL, 16), guid = node;
	*port = atoi(rest + 1);
	const char *comment = strchr(rest, '#');
	if (!comment)
		return -1;
	if (!is_switch)
		guid = port_guid(rest, comment, node, *port);
	rest = between(comment, '"', '"', text);
	if (!rest)
		return -1;
	const char *word = strstr(rest, "lid ");
	int lid = word ? atoi(word + 4) : 0;
	return is_switch ? rg_subnet_station(&r->subnet, true, guid, lid, text->s)
	                 : rg_subnet_port(&r->subnet, node, guid, lid, text->s);
}

/* "# lid 19 lmc 1 ...": a port has 2^lmc lids. */
static void read_lmc(struct reader *r, const char *comment)
{
	const char *s = strstr(comment, " lmc ");
	int lmc = s ? atoi(s + 5) : 0;
	if (lmc > r->subnet.lmc && lmc < 8)
		r->subnet.lmc = lmc;
}

/* [1]	"H-..."[1](100019)	# "n012" lid 19 4xSDR; [1](100003)	"S-..."[2]	# lid 5 lmc
 * 0 "leaf0" lid 2 4xSDR */
static void read_edge(struct reader *r, const char *s)
{
	struct rg_text text = {0};
	int port = atoi(s + 1), other = 0, here = r->here;
	const char *quote = strchr(s, '"'), *comment = strchr(s, '#');
	if (r->own && quote && comment) {
		const char *lid = strstr(comment, "lid ");
		here = rg_subnet_port(&r->subnet, r->adapter, port_guid(s, quote, r->adapter, port),
		                      lid ? atoi(lid + 4) : 0, r->own);
		read_lmc(r, comment);
	}
	int peer = here < 0 ? -1 : read_peer(r, s, &other, &text);
	if (peer < 0 && (r->here >= 0 || r->own))
		refuse(r, "not a port as ibnetdiscover prints it");
	else if (peer >= 0)
		rg_subnet_cable(&r->subnet, here, port, peer, other, find_speed(comment));
	rg_text_free(&text);
}

/* ---- A line of OpenSM's and ibdiagnet's lists of links */

struct listed {
	bool is_switch, is_host;
	uint64_t guid, adapter;
	int lid, port;
	struct rg_text description;
};

/* The number behind a word of an end, read as hexadecimal or decimal; 0: the word is not there. */
static uint64_t value_of(const char *s, const char *end, const char *word, int base)
{
	const char *at = strstr(s, word);
	return at && at < end ? strtoull(at + strlen(word), NULL, base) : 0;
}

/* { CA-SM Ports:02 SystemGUID:00.. NodeGUID:00.. PortGUID:00.. ... {name} LID:0016 PN:01 }; where
 * it ends, NULL: it is not that. */
static const char *read_listed(const char *s, struct listed *x)
{
	const char *name = *s == '{' ? strchr(s + 1, '{') : NULL;
	const char *lid = name ? strstr(name, "} LID:") : NULL;
	const char *end = lid ? strchr(lid + 1, '}') : NULL;
	if (!end)
		return NULL;
	x->is_switch = strncmp(s, "{ SW", 4) == 0;
	x->is_host = strncmp(s, "{ CA", 4) == 0;
	x->guid = value_of(s, name, x->is_switch ? "NodeGUID:" : "PortGUID:", 16);
	x->adapter = x->is_host ? value_of(s, name, "NodeGUID:", 16) : 0;
	x->lid = (int)(value_of(lid, end, "LID:", 16) & (RG_LIDS - 1));
	x->port = (int)(value_of(lid, end, "PN:", 16) & 255);
	rg_text_addn(&x->description, name + 1, (size_t)(lid - name - 1));
	return x->guid ? end + 1 : NULL;
}

static void read_link(struct reader *r, const char *s)
{
	struct listed end[2] = {{0}, {0}};
	const char *rest = read_listed(s, &end[0]);
	if (rest)
		rest = read_listed(rest + strspn(rest, " "), &end[1]);
	if (!rest) {
		refuse(r, "not a link as OpenSM and ibdiagnet list it");
	} else if ((end[0].is_switch || end[0].is_host) && (end[1].is_switch || end[1].is_host)) {
		int at[2];
		for (int i = 0; i < 2; i++)
			at[i] = end[i].is_switch
			                ? rg_subnet_station(&r->subnet, true, end[i].guid,
			                                    end[i].lid, end[i].description.s)
			                : rg_subnet_port(&r->subnet, end[i].adapter, end[i].guid,
			                                 end[i].lid, end[i].description.s);
		rg_subnet_cable(&r->subnet, at[0], end[0].port, at[1], end[1].port,
		                read_listed_speed(rest + strspn(rest, " ")));
	} else {
		r->subnet.others++;
	}
	rg_text_free(&end[0].description);
	rg_text_free(&end[1].description);
}

/* ---- Lines of tables */

static void begin_table(struct reader *r, uint64_t guid)
{
	r->table = rg_subnet_station(&r->subnet, true, guid, 0, NULL);
	if (r->subnet.station[r->table].entries < 0)
		r->subnet.station[r->table].entries = 0;
}

/* Unicast lids [0x0-0x132] of switch Lid 5 guid 0x0006... (name): its name is taken from the lines
 * that tell of cables. */
static void read_head(struct reader *r, const char *s)
{
	const char *guid = strstr(s, " guid "), *name = guid ? strchr(guid, '(') : NULL;
	if (name)
		begin_table(r, strtoull(guid + 6, NULL, 16));
	else
		refuse(r, "not the head of a table as dump_fts and ibroute print it");
}

/* 0x0002 019 : (Switch portguid 0x...: 'name'), 0x0002 : 019  : 01   : yes, and 0x0002 :
 * UNREACHABLE */
static void read_entry(struct reader *r, const char *s)
{
	unsigned lid, port;
	if (r->table >= 0 && strstr(s, "UNREACHABLE"))
		return;
	if (r->table < 0 || sscanf(s, "0x%x%*[ :]%u", &lid, &port) != 2 || lid >= RG_LIDS ||
	    port > 255) {
		refuse(r, "not an entry of a table as dump_fts and ibroute print it");
		return;
	}
	struct rg_station *t = &r->subnet.station[r->table];
	size_t n = (size_t)t->entries++;
	t->lids = rg_grow(t->lids, n, &t->lid_cap, sizeof *t->lids);
	t->out = rg_grow(t->out, n, &t->out_cap, sizeof *t->out);
	t->lids[n] = (uint16_t)lid;
	t->out[n] = (uint8_t)port;
}

/* dump_ucast_routes: Switch 0x0002... */
static const char *find_routes(const char *s)
{
	static const char words[] = "dump_ucast_routes: Switch 0x";
	const char *at = strstr(s, words);
	return at ? at + strlen(words) : NULL;
}

static bool begins(const char *s, const char *with)
{
	return strncmp(s, with, strlen(with)) == 0;
}

/* Is it a line that tools print beside the cables and tables? */
static bool is_idle(const char *s)
{
	static const char *const words[] = {"#",           "vendid=",  "devid=",      "sysimgguid=",
	                                    "switchguid=", "caguid=",  "rtguid=",     "DR path",
	                                    "Lid ",        "Port ",    "Rt",          "@ ",
	                                    "LID  ",       "Chassis ", "Non-Chassis "};
	bool idle = !*s || strstr(s, " lids dumped") || strstr(s, " lids valid");
	for (size_t i = 0; i < sizeof words / sizeof *words && !idle; i++)
		idle = begins(s, words[i]);
	return idle;
}

/* Does a tool say that something failed, in what it prints for people? libibmad and libibumad begin
 * so, and libibnetdisc begins with the place in its sources: "src/query_smp.c:195; umad (DR path".
 */
static bool is_failure(const char *s)
{
	static const char *const words[] = {"iberror:", "ibwarn:", "ibpanic:"};
	bool failure = false;
	for (size_t i = 0; i < sizeof words / sizeof *words && !failure; i++)
		failure = strstr(s, words[i]) != NULL;
	const char *line = strstr(s, ".c:");
	size_t digits = line ? strspn(line + 3, "0123456789") : 0;
	return failure || (line && strcspn(s, " \t") > (size_t)(line - s) && digits &&
	                   strchr(":; ", line[3 + digits]));
}

/* Warn that cables or entries which the tool did not print are missing. */
static void note_failure(struct reader *r)
{
	if (!r->subnet.failures++)
		rg_warning(r->file, r->subnet.line,
		           "the tool failed here: cables or entries of tables may be missing");
}

static void read_line(char *s, int number, void *reader)
{
	struct reader *r = reader;
	r->subnet.line = number;
	s += strspn(s, " \t");
	const char *routes = find_routes(s);
	if (begins(s, "CA ") || begins(s, "SW "))
		read_port(r, s);
	else if (*s == '{')
		read_link(r, s);
	else if (routes)
		begin_table(r, strtoull(routes, NULL, 16));
	else if (begins(s, "RT "))
		r->subnet.others++;
	else if (begins(s, "Switch") || begins(s, "Ca") || begins(s, "Rt"))
		read_node(r, s);
	else if (*s == '[')
		read_edge(r, s);
	else if (begins(s, "Unicast lids"))
		read_head(r, s);
	else if (begins(s, "0x"))
		read_entry(r, s);
	else if (is_failure(s))
		note_failure(r);
	else if (!is_idle(s))
		refuse(r, "not a line of ibnetdiscover, dump_fts, ibroute or OpenSM");
}

static void read_file(struct reader *r, const char *path)
{
	r->file = rg_text_name(path);
	r->here = r->table = -1;
	rg_text_lines(path, '\0', read_line, r, r->d);
}

struct rg_topo *rg_infiniband_read(char *const *files, int n, const char *name, struct rg_diag *d)
{
	struct reader r = {.d = d};
	int before = d->errors;
	for (int i = 0; i < n; i++)
		read_file(&r, files[i]);
	if (d->errors == before && !r.subnet.joining)
		rg_error(d, files[0], 0, "has no port that is connected to another");
	struct rg_topo *t = d->errors == before ? rg_subnet_build(&r.subnet, files[0], name) : NULL;
	if (t && r.subnet.tables && !r.subnet.applied) {
		rg_error(d, files[0], 0,
		         "the tables say nothing of any host here: they are of another fabric, or "
		         "lids are missing");
		rg_topo_free(t);
		t = NULL;
	}
	free(r.own);
	rg_subnet_free(&r.subnet);
	return t;
}
