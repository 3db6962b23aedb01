/* SPDX-License-Identifier: BSD-3-Clause
 * The calls that are left to an MPI library's own routines, and what is known of those.
 */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "native/mpich_choice.h"
#include "native/mpich_usual.h"
#include "native/openmpi_file.h"
#include "plan/choices.h"

/* ---- Choices of the plan */

/* Ours are n routines, from[i] bytes on each. The native one takes as long as ours at the sizes
 * from number `begin` up to `end`, a little more elsewhere. Expected are the choices: where each
 * begins, a letter for the routine, a capital one where it is left to MPI. */
static void check_handed(const int64_t *from, int n, int begin, int end, const char *expected)
{
	struct rg_plan_choices p = {.n = n};
	double ours[RG_SIZES], native[RG_SIZES];
	char found[512] = "";
	size_t length = 0;
	for (int i = 0; i < n; i++)
		p.choice[i] = (struct rg_plan_choice){.bytes = from[i],
		                                      .variant = {&rg_routines[i], NULL}};
	for (int s = 0; s < RG_SIZES; s++) {
		ours[s] = 1;
		native[s] = s >= begin && s < end ? RG_WORTH_OURS : 1.01 * RG_WORTH_OURS;
	}
	rg_plan_choices_hand_on(&p, RG_ALLREDUCE, ours, native, RG_SIZES);
	for (int i = 0; i < p.n; i++)
		length += (size_t)snprintf(found + length, sizeof found - length, "%lld%c ",
		                           (long long)p.choice[i].bytes,
		                           (char)((p.choice[i].native ? 'A' : 'a') +
		                                  (p.choice[i].variant.routine - rg_routines)));
	CHECK_STR(found, expected);
}

static void test_hand_on(void)
{
	const int64_t from[] = {0, 24, 64, 1 << 20};
	check_handed(from, 4, 0, 0, "0a 24b 64c 1048576d ");
	check_handed(from, 4, 0, RG_SIZES, "0A 24B 64C 1048576D ");
	check_handed(from, 4, 0, 1, "0A 16a 24b 64c 1048576d ");
	check_handed(from, 4, 1, 2, "0a 16A 24B 32b 64c 1048576d ");
	check_handed(from, 4, 3, 4, "0a 24b 64C 128c 1048576d ");
	check_handed(from, 4, 5, RG_SIZES, "0a 24b 64c 256C 1048576D ");
	check_handed(from, 4, 17, 18, "0a 24b 64c 1048576D 2097152d ");
	check_handed(from, 1, 2, 3, "0a 32A 64a ");
}

/* A call whose native time is not known is not left to MPI. */
static void test_unknown(void)
{
	struct rg_plan_choices p = {.choice = {{.variant = {&rg_routines[0], NULL}}}, .n = 1};
	double ours[RG_SIZES], native[RG_SIZES];
	for (int s = 0; s < RG_SIZES; s++) {
		ours[s] = s % 2 ? INFINITY : 1;
		native[s] = INFINITY;
	}
	ours[1] = 1;
	rg_plan_choices_hand_on(&p, RG_ALLREDUCE, ours, native, 2);
	CHECK_INT(p.n, 1);
	CHECK(p.choice[0].variant.routine == &rg_routines[0]);
	ours[0] = 1;
	native[0] = 1.9; /* of which nobody knows whether blocks are as long as was predicted */
	rg_plan_choices_hand_on(&p, RG_GATHERV, ours, native, 1);
	CHECK(p.n == 1 && p.choice[0].native);
	p.choice[0].native = false;
	rg_plan_choices_hand_on(&p, RG_GATHER, ours, native, 1);
	CHECK(p.n == 1 && !p.choice[0].native);
	struct rg_plan_choices none = {.n = 0};
	rg_plan_choices_hand_on(&none, RG_ALLREDUCE, ours, native, 2);
	CHECK_INT(none.n, 0);
}

/* ---- MPICH */

/* The version's table has what the rows say. A barrier's dissemination is called otherwise since
 * 4.2, and the messages are the same. */
static void check_usual(const struct rg_mpi_library *table, int P, int machines)
{
	static const char same[] = "MPIR_Barrier_intra_k_dissemination";
	for (int c = 0; c < RG_COLLECTIVES; c++)
		for (int64_t bytes = 1; bytes <= 64 << 20;
		     bytes = bytes < 8 ? bytes + 1 : bytes * 5 / 4) {
			const struct rg_native_call call = {(enum rg_collective)c, bytes, P,
			                                    machines};
			const char *is = table->usual(table->context, &call),
				   *said = rg_mpich_usual.usual(rg_mpich_usual.context, &call);
			bool played = false; /* of others nothing need be known */
			for (int i = 0; is && i < rg_natives_n; i++)
				played |= strcmp(rg_natives[i].name, is) == 0;
			if (is && strcmp(is, same) == 0)
				is = "MPIR_Barrier_intra_dissemination";
			if (played || said)
				CHECK_STR(said, is);
		}
}

static void test_mpich(const char *version)
{
	struct rg_diag d = {0};
	struct rg_mpich *m;
	if (!CHECK(rg_mpich_read(version, 0, &m, &d) == RG_OK))
		return;
	const struct rg_mpi_library table = rg_mpich_library(m);
	for (int P = 2; P <= 70; P++) {
		check_usual(&table, P, P);
		check_usual(&table, P, 1);
		check_usual(&table, P, P / 2);
	}
	check_usual(&table, 1024, 1024);
	rg_mpich_free(m);
}

/* Which version a library is, by what it says of itself; NULL: it is not known. */
static void check_told(const char *text, const char *version, bool ch4)
{
	const struct rg_mpich_version *v = rg_mpich_version_told(text);
	CHECK_STR(v ? v->version : NULL, version);
	CHECK_INT(rg_mpich_is_ch4(text), ch4);
}

static void test_versions(void)
{
	struct rg_diag d = {0};
	struct rg_mpich *m;
	char why[256];
	size_t n;
	check_told("MPICH Version:\t4.0.2\nMPICH Device:\tch4:ucx\n", "4.0.2", true);
	check_told("MPICH Version:      4.2.1\nMPICH Device:       ch3:nemesis\n", "4.2.1", false);
	check_told("MPICH Version:\t4.0.2", "4.0.2", false);
	check_told("MPICH Version:\t4.0", NULL, false);
	check_told("MPICH Version:\t4.0.20\n", NULL, false);
	check_told("MPICH Version:\t4.0.2rc1\n", NULL, false);
	check_told("MVAPICH2 Version:\t4.0.2\nMPICH Device:\tch3:mrail\n", NULL, false);
	check_told("Open MPI v4.1.4, package: Debian OpenMPI", NULL, false);
	check_told("", NULL, false);
	CHECK(rg_mpich_number("Intel(R) MPI Library 2021.8 for Linux* OS\n", &n) == NULL);
	CHECK(rg_mpich_number("x\nMPICH Version:\t5.9\ny", &n) != NULL && n == 3);

	rg_diag_catch(why, sizeof why);
	CHECK_INT(rg_mpich_read("4.0.3", 0, &m, &d), RG_UNKNOWN);
	rg_diag_catch(NULL, 0);
	CHECK(strstr(why, "which algorithms MPICH 4.0.3 takes by itself is unknown") != NULL);
	rg_mpich_free(m);
}

/* ---- Values that ranks agree on */

/* Each collective of each library has a row; MPICH's has a condition where a file may tell sizes
 * apart, as two of its algorithms may be named. */
static void test_rows(void)
{
	for (int k = 0; k < RG_COLLECTIVES; k++) {
		int named = 0;
		for (int m = 0; m < RG_MPIS; m++)
			CHECK(rg_agreement_of((enum rg_implementation)m, (enum rg_collective)k) !=
			      NULL);
		for (int i = 0; i < rg_natives_n; i++)
			named += rg_natives[i].mpi == RG_OF_MPICH &&
			         rg_natives[i].collective == (enum rg_collective)k;
		CHECK(named < 2 ||
		      rg_agreement_of(RG_OF_MPICH, (enum rg_collective)k)->condition != NULL);
	}
}

/* Open MPI's number of a collective: one of its own for each that has algorithms to choose from,
 * none for others. A file has what is chosen of the former, and nothing of the latter, whatever is
 * said. */
static void test_openmpi_numbers(void)
{
	static struct rg_native_choices choices[RG_COLLECTIVES];
	struct rg_text file = {0};
	int numbered = 0;
	for (int k = 0; k < RG_COLLECTIVES; k++) {
		int chosen = 0, number = rg_openmpi_number((enum rg_collective)k);
		for (int i = 0; i < rg_natives_n; i++)
			if (rg_natives[i].mpi == RG_OF_OPENMPI &&
			    rg_natives[i].collective == (enum rg_collective)k) {
				chosen += rg_natives[i].id > 0;
				choices[k] = (struct rg_native_choices){
					.choice = {{.native = &rg_natives[i]}}, .n = 1};
			}
		CHECK((chosen > 0) == (number >= 0));
		for (int other = 0; other < k && number >= 0; other++)
			CHECK(rg_openmpi_number((enum rg_collective)other) != number);
		numbered += number >= 0;
	}
	rg_openmpi_file(choices, 4, 0, &file);
	char first[64];
	snprintf(first, sizeof first, "\n%d # collectives\n", numbered);
	CHECK(strstr(file.s, first) != NULL);
	CHECK(strstr(file.s, "# bcast\n") != NULL && strstr(file.s, "# gatherv\n") == NULL);
	rg_text_free(&file);
}

static void test_agreement(void)
{
	const struct rg_agreement *gather = rg_agreement_of(RG_OF_OPENMPI, RG_GATHER),
				  *scan = rg_agreement_of(RG_OF_OPENMPI, RG_SCAN);
	struct rg_native_algorithm chain = {
		.mpi = RG_OF_OPENMPI, .collective = RG_REDUCE, .commutes = true};
	CHECK(!rg_agreement_by_size(gather, RG_COMMUTING) &&
	      rg_agreement_by_size(gather, RG_ALIKE));
	CHECK(!rg_agreement_by_size(scan, RG_ALIKE));
	CHECK(rg_agreement_by_size(rg_agreement_of(RG_OF_MPICH, RG_ALLGATHER), 0));
	CHECK(!rg_agreement_allows(&chain, true, RG_ALIKE));
	CHECK(rg_agreement_allows(&chain, true, RG_COMMUTING));
	chain.mpi = RG_OF_MPICH; /* its file asks before */
	CHECK(rg_agreement_allows(&chain, false, 0));
	chain = (struct rg_native_algorithm){.mpi = RG_OF_OPENMPI, .collective = RG_BCAST};
	CHECK(rg_agreement_allows(&chain, false, 0) && !rg_agreement_allows(&chain, true, 0));
	chain.alike = true;
	CHECK(!rg_agreement_allows(&chain, false, RG_COMMUTING));
	CHECK(rg_agreement_allows(&chain, true, RG_ALIKE));
	chain.nearly = true;
	CHECK(!rg_agreement_allows(&chain, false, RG_ALIKE | RG_COMMUTING));
}

int main(void)
{
	test_rows();
	test_openmpi_numbers();
	test_agreement();
	test_hand_on();
	test_unknown();
	test_versions();
	test_mpich("3.4.1");
	test_mpich("4.0.2");
	test_mpich("4.2.1");
	test_mpich("5.0.2");
	return TEST_END;
}
