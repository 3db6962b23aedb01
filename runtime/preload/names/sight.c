/* SPDX-License-Identifier: BSD-3-Clause
 * Each routine of MPI that is known here. Names stand without MPI_ and _c, those that are not of
 * the standard without MPIX_. The case of letters does not count, as Fortran has it.
 */
#include "preload/names/sight.h"
#include "preload/front/taken.def"
#include "ringgen.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

/* ---- What is taken over */

#define SERVED(NAME, name, Entry, ...) #Entry, "I" #name, #Entry "_init", "X_" #Entry "_init",
static const char *const served[] = {RG_ROWS(SERVED)};

#define NAMED(Name, ...) #Name,
static const char *const completes[] = {RG_COMPLETES(NAMED)};
static const char *const taken[] = {RG_BEGINS(NAMED) RG_FOLLOWED(NAMED)};

/* ---- What sees requests, and is not taken over */

static const char *const unseen[] = {
	/* MPICH: a test that completes nothing, and queues of a device. */
	"X_Request_is_complete", "X_Wait_enqueue", "X_Waitall_enqueue"};

/* ---- What cannot matter */

static const char *const harmless[] = {
	/* Messages between two ranks. A request is one that they make. */
	"Bsend", "Bsend_init", "Ibsend", "Improbe", "Imrecv", "Iprobe", "Irecv", "Irsend", "Isend",
	"Isendrecv", "Isendrecv_replace", "Issend", "Mprobe", "Mrecv", "Probe", "Recv", "Recv_init",
	"Rsend", "Rsend_init", "Send", "Send_init", "Sendrecv", "Sendrecv_replace", "Ssend",
	"Ssend_init",
	/* Partitioned messages: a request is one of theirs, not of any other kind. */
	"Parrived", "Pready", "Pready_list", "Pready_range", "Precv_init", "Psend_init",
	/* Collectives that are not served here, whose requests are MPI's own. (X_: before MPI 4.)
         */
	"Ineighbor_allgather", "Ineighbor_allgatherv", "Ineighbor_alltoall", "Ineighbor_alltoallv",
	"Ineighbor_alltoallw", "Neighbor_allgather", "Neighbor_allgather_init",
	"Neighbor_allgatherv", "Neighbor_allgatherv_init", "Neighbor_alltoall",
	"Neighbor_alltoall_init", "Neighbor_alltoallv", "Neighbor_alltoallv_init",
	"Neighbor_alltoallw", "Neighbor_alltoallw_init", "Reduce_local",
	"X_Neighbor_allgather_init", "X_Neighbor_allgatherv_init", "X_Neighbor_alltoall_init",
	"X_Neighbor_alltoallv_init", "X_Neighbor_alltoallw_init",
	/* Generalized requests: those that the program made. */
	"Grequest_complete", "Grequest_start", "X_Grequest_class_allocate",
	"X_Grequest_class_create", "X_Grequest_start",
	/* The environment, memory, time, profiling. */
	"Alloc_mem", "Finalized", "Free_mem", "Get_hw_resource_info", "Get_library_version",
	"Get_processor_name", "Get_version", "Initialized", "Is_thread_main", "Pcontrol", "Wtick",
	"Wtime",
	/* Files. */
	"File_call_errhandler", "File_close", "File_create_errhandler", "File_delete",
	"File_get_amode", "File_get_atomicity", "File_get_byte_offset", "File_get_errhandler",
	"File_get_group", "File_get_info", "File_get_position", "File_get_position_shared",
	"File_get_size", "File_get_type_extent", "File_get_view", "File_iread", "File_iread_all",
	"File_iread_at", "File_iread_at_all", "File_iread_shared", "File_iwrite", "File_iwrite_all",
	"File_iwrite_at", "File_iwrite_at_all", "File_iwrite_shared", "File_open",
	"File_preallocate", "File_read", "File_read_all", "File_read_all_begin",
	"File_read_all_end", "File_read_at", "File_read_at_all", "File_read_at_all_begin",
	"File_read_at_all_end", "File_read_ordered", "File_read_ordered_begin",
	"File_read_ordered_end", "File_read_shared", "File_seek", "File_seek_shared",
	"File_set_atomicity", "File_set_errhandler", "File_set_info", "File_set_size",
	"File_set_view", "File_sync", "File_write", "File_write_all", "File_write_all_begin",
	"File_write_all_end", "File_write_at", "File_write_at_all", "File_write_at_all_begin",
	"File_write_at_all_end", "File_write_ordered", "File_write_ordered_begin",
	"File_write_ordered_end", "File_write_shared", "Register_datarep",
	/* Windows. */
	"Accumulate", "Compare_and_swap", "Fetch_and_op", "Get", "Get_accumulate", "Put",
	"Raccumulate", "Rget", "Rget_accumulate", "Rput", "Win_allocate", "Win_allocate_shared",
	"Win_attach", "Win_call_errhandler", "Win_complete", "Win_create", "Win_create_dynamic",
	"Win_create_errhandler", "Win_create_keyval", "Win_delete_attr", "Win_detach", "Win_fence",
	"Win_flush", "Win_flush_all", "Win_flush_local", "Win_flush_local_all", "Win_free",
	"Win_free_keyval", "Win_get_attr", "Win_get_errhandler", "Win_get_group", "Win_get_info",
	"Win_get_name", "Win_lock", "Win_lock_all", "Win_post", "Win_set_attr",
	"Win_set_errhandler", "Win_set_info", "Win_set_name", "Win_shared_query", "Win_start",
	"Win_sync", "Win_test", "Win_unlock", "Win_unlock_all", "Win_wait",
	/* Types, and what is packed by them. */
	"Address", "Aint_add", "Aint_diff", "Get_address", "Get_count", "Get_elements", "Pack",
	"Pack_external", "Pack_external_size", "Pack_size", "Type_commit", "Type_contiguous",
	"Type_create_darray", "Type_create_f90_complex", "Type_create_f90_integer",
	"Type_create_f90_real", "Type_create_hindexed", "Type_create_hindexed_block",
	"Type_create_hvector", "Type_create_indexed_block", "Type_create_keyval",
	"Type_create_resized", "Type_create_struct", "Type_create_subarray", "Type_delete_attr",
	"Type_dup", "Type_extent", "Type_free", "Type_free_keyval", "Type_get_attr",
	"Type_get_contents", "Type_get_envelope", "Type_get_extent", "Type_get_name",
	"Type_get_true_extent", "Type_get_value_index", "Type_hindexed", "Type_hvector",
	"Type_indexed", "Type_lb", "Type_match_size", "Type_set_attr", "Type_set_name", "Type_size",
	"Type_struct", "Type_ub", "Type_vector", "Unpack", "Unpack_external",
	/* Groups, operations, infos. */
	"Group_compare", "Group_difference", "Group_excl", "Group_free", "Group_from_session_pset",
	"Group_incl", "Group_intersection", "Group_range_excl", "Group_range_incl", "Group_rank",
	"Group_size", "Group_translate_ranks", "Group_union", "Info_create", "Info_create_env",
	"Info_delete", "Info_dup", "Info_free", "Info_get", "Info_get_nkeys", "Info_get_nthkey",
	"Info_get_string", "Info_get_valuelen", "Info_set", "Op_commutative", "Op_create",
	"Op_free", "X_Info_set_hex", "X_Op_create",
	/* Statuses. */
	"Status_get_error", "Status_get_source", "Status_get_tag", "Status_set_cancelled",
	"Status_set_elements", "Status_set_error", "Status_set_source", "Status_set_tag",
	"Test_cancelled",
	/* Errors. */
	"Abort", "Add_error_class", "Add_error_code", "Add_error_string", "Comm_call_errhandler",
	"Comm_create_errhandler", "Comm_get_errhandler", "Comm_set_errhandler", "Errhandler_create",
	"Errhandler_free", "Errhandler_get", "Errhandler_set", "Error_class", "Error_string",
	"Remove_error_class", "Remove_error_code", "Remove_error_string", "Session_call_errhandler",
	"Session_create_errhandler", "Session_get_errhandler", "Session_set_errhandler",
	"X_Comm_create_errhandler", "X_Delete_error_class", "X_Delete_error_code",
	"X_Delete_error_string", "X_File_create_errhandler", "X_Session_create_errhandler",
	"X_Win_create_errhandler",
	/* Ports of processes. */
	"Close_port", "Lookup_name", "Open_port", "Publish_name", "Unpublish_name",
	/* Attributes, and names. */
	"Attr_delete", "Attr_get", "Attr_put", "Comm_create_keyval", "Comm_delete_attr",
	"Comm_free_keyval", "Comm_get_attr", "Comm_get_name", "Comm_set_attr", "Comm_set_name",
	"Keyval_create", "Keyval_free",
	/* Communicators: what asks about them or frees them. */
	"Comm_compare", "Comm_disconnect", "Comm_free", "Comm_get_parent", "Comm_group",
	"Comm_rank", "Comm_remote_group", "Comm_remote_size", "Comm_size", "Comm_test_inter",
	/* What makes communicators that are not set up here: those between two groups, and a
         * duplicate that is ready later. It has the selection of the one that it duplicates. */
	"Comm_accept", "Comm_connect", "Comm_idup", "Comm_join", "Comm_spawn",
	"Comm_spawn_multiple", "Intercomm_create", "Intercomm_create_from_groups",
	/* Topologies of communicators. */
	"Cart_coords", "Cart_get", "Cart_map", "Cart_rank", "Cart_shift", "Cartdim_get",
	"Dims_create", "Dist_graph_neighbors", "Dist_graph_neighbors_count", "Graph_get",
	"Graph_map", "Graph_neighbors", "Graph_neighbors_count", "Graphdims_get", "Topo_test",
	/* Buffers of messages. */
	"Buffer_attach", "Buffer_detach", "Buffer_flush", "Buffer_iflush", "Comm_attach_buffer",
	"Comm_detach_buffer", "Comm_flush_buffer", "Comm_iflush_buffer", "Session_attach_buffer",
	"Session_detach_buffer", "Session_flush_buffer", "Session_iflush_buffer",
	/* Sessions. */
	"Session_finalize", "Session_get_info", "Session_get_nth_pset", "Session_get_num_psets",
	"Session_get_pset_info", "Session_init", "Session_set_info",
	/* The standard ABI. */
	"Abi_get_fortran_booleans", "Abi_get_fortran_info", "Abi_get_info", "Abi_get_version",
	"Abi_set_fortran_booleans", "Abi_set_fortran_info",
	/* Extensions: a failed process, streams, threads as ranks, devices, tasks. A request is one
         * that they make. */
	"X_Allreduce_enqueue", "X_Async_get_state", "X_Async_spawn", "X_Async_start",
	"X_Comm_ack_failed", "X_Comm_agree", "X_Comm_failure_ack", "X_Comm_failure_get_acked",
	"X_Comm_get_failed", "X_Comm_get_stream", "X_Comm_iagree", "X_Comm_is_revoked",
	"X_Comm_ishrink", "X_Comm_revoke", "X_Comm_shrink", "X_Comm_test_threadcomm",
	"X_GPU_query_support", "X_Irecv_enqueue", "X_Isend_enqueue", "X_Query_cuda_support",
	"X_Query_hip_support", "X_Query_rocm_support", "X_Query_ze_support", "X_Recv_enqueue",
	"X_Send_enqueue", "X_Start_progress_thread", "X_Stop_progress_thread",
	"X_Stream_comm_create", "X_Stream_comm_create_multiplex", "X_Stream_create",
	"X_Stream_free", "X_Stream_irecv", "X_Stream_isend", "X_Stream_progress", "X_Stream_recv",
	"X_Stream_send", "X_Threadcomm_finish", "X_Threadcomm_free", "X_Threadcomm_init",
	"X_Threadcomm_start", "X_Type_iov", "X_Type_iov_len"};

/* Handles and statuses in another language or as integers; sizes of types in Fortran. (The others
 * of their kind in a newer MPI see no request either.) */
static const char *const endings[] = {"_c2f",   "_f2c",   "_c2f08", "_f082c",
                                      "_f082f", "_f2f08", "_toint", "_fromint"};
static const char *const beginnings[] = {"T_", "Sizeof_"};

/* ---- A symbol */

/* Whether the first `length` characters are one of n names. */
static bool is_one(const char *name, int length, const char *const names[], int n)
{
	for (int i = 0; i < n; i++)
		if (!strncasecmp(name, names[i], (size_t)length) && !names[i][length])
			return true;
	return false;
}

static bool has_kind(const char *name, int length)
{
	for (int i = 0; i < LENGTH(endings); i++) {
		int n = (int)strlen(endings[i]);
		if (n < length && !strncasecmp(name + length - n, endings[i], (size_t)n))
			return true;
	}
	for (int i = 0; i < LENGTH(beginnings); i++)
		if (!strncasecmp(name, beginnings[i], strlen(beginnings[i])))
			return true;
	return false;
}

/* Take an ending off. */
static bool cut(const char *name, int *length, const char *ending)
{
	int n = (int)strlen(ending);

	if (*length <= n || strncmp(name + *length - n, ending, (size_t)n))
		return false;
	*length -= n;
	return true;
}

/* The length of the routine's name without what stands for a language or large counts: _f08ts_ is
 * of a compiler that passes descriptors of arrays. */
static int core_length(const char *name)
{
	int length = (int)strlen(name);
	bool fortran = cut(name, &length, "__") || cut(name, &length, "_");

	if (fortran && !cut(name, &length, "_f08ts"))
		cut(name, &length, "_f08");
	if (!cut(name, &length, "_c"))
		cut(name, &length, "_x"); /* large counts before MPI 4 */
	return length;
}

/* The length of MPI_ at the beginning, or of MPI before X_; 0: there is none. *beneath: P is before
 * it. */
static int prefix_length(const char *symbol, bool *beneath)
{
	*beneath = *symbol == 'P' || *symbol == 'p';
	const char *mpi = symbol + *beneath;

	if (strncmp(mpi, "MPI", 3) && strncmp(mpi, "mpi", 3))
		return 0;
	if (mpi[3] == '_')
		return *beneath + 4;
	return strncasecmp(mpi + 3, "x_", 2) ? 0 : *beneath + 3;
}

enum rg_sight rg_sight(const char *symbol)
{
	bool beneath;
	int skip = prefix_length(symbol, &beneath);
	const char *name = symbol + skip;

	if (!skip || !isalpha((unsigned char)*name))
		return RG_SIGHT_NOT_MPI;
	int length = core_length(name);
#define IS_ONE(names) is_one(name, length, names, LENGTH(names))
	if (IS_ONE(completes))
		return beneath ? RG_SIGHT_PASSED_BY : RG_SIGHT_HARMLESS;
	if (IS_ONE(served) || IS_ONE(taken) || IS_ONE(harmless) || has_kind(name, length))
		return RG_SIGHT_HARMLESS;
	return IS_ONE(unseen) ? RG_SIGHT_PASSED_BY : RG_SIGHT_UNKNOWN;
#undef IS_ONE
}

void rg_sight_beneath(const char *symbol, char *other, int size)
{
	bool beneath;

	prefix_length(symbol, &beneath);
	const char *p = islower((unsigned char)*symbol) ? "p" : "P";
	snprintf(other, (size_t)size, "%s%s", beneath ? "" : p, symbol);
}

const char *rg_sight_completes(int i)
{
	return i < LENGTH(completes) ? completes[i] : NULL;
}
