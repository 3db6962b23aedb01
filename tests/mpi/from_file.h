/* SPDX-License-Identifier: BSD-3-Clause
 * As if generated: the routines of a cluster that is read at run time, see from_file.c.
 */
#include <mpi.h>

int from_file_Allreduce(const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm);
int from_file_Allgather(const void *in, int n, MPI_Datatype t, void *out, int m, MPI_Datatype u,
                        MPI_Comm comm);
int from_file_Allgatherv(const void *in, int n, MPI_Datatype t, void *out, const int m[],
                         const int at[], MPI_Datatype u, MPI_Comm comm);
int from_file_Reduce_scatter(const void *in, void *out, const int n[], MPI_Datatype t, MPI_Op op,
                             MPI_Comm comm);
int from_file_Reduce_scatter_block(const void *in, void *out, int n, MPI_Datatype t, MPI_Op op,
                                   MPI_Comm comm);
int from_file_Bcast(void *out, int n, MPI_Datatype t, int root, MPI_Comm comm);
int from_file_Reduce(const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, int root,
                     MPI_Comm comm);
int from_file_Gather(const void *in, int n, MPI_Datatype t, void *out, int m, MPI_Datatype u,
                     int root, MPI_Comm comm);
int from_file_Scatter(const void *in, int n, MPI_Datatype t, void *out, int m, MPI_Datatype u,
                      int root, MPI_Comm comm);
int from_file_Gatherv(const void *in, int n, MPI_Datatype t, void *out, const int m[],
                      const int at[], MPI_Datatype u, int root, MPI_Comm comm);
int from_file_Scatterv(const void *in, const int n[], const int at[], MPI_Datatype t, void *out,
                       int m, MPI_Datatype u, int root, MPI_Comm comm);
int from_file_Barrier(MPI_Comm comm);
int from_file_Scan(const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm);
int from_file_Exscan(const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm);
#if MPI_VERSION >= 4
int from_file_Allreduce_c(const void *in, void *out, MPI_Count n, MPI_Datatype t, MPI_Op op,
                          MPI_Comm comm);
int from_file_Allgather_c(const void *in, MPI_Count n, MPI_Datatype t, void *out, MPI_Count m,
                          MPI_Datatype u, MPI_Comm comm);
int from_file_Allgatherv_c(const void *in, MPI_Count n, MPI_Datatype t, void *out,
                           const MPI_Count m[], const MPI_Aint at[], MPI_Datatype u, MPI_Comm comm);
int from_file_Reduce_scatter_c(const void *in, void *out, const MPI_Count n[], MPI_Datatype t,
                               MPI_Op op, MPI_Comm comm);
int from_file_Reduce_scatter_block_c(const void *in, void *out, MPI_Count n, MPI_Datatype t,
                                     MPI_Op op, MPI_Comm comm);
int from_file_Bcast_c(void *out, MPI_Count n, MPI_Datatype t, int root, MPI_Comm comm);
int from_file_Reduce_c(const void *in, void *out, MPI_Count n, MPI_Datatype t, MPI_Op op, int root,
                       MPI_Comm comm);
int from_file_Gather_c(const void *in, MPI_Count n, MPI_Datatype t, void *out, MPI_Count m,
                       MPI_Datatype u, int root, MPI_Comm comm);
int from_file_Scatter_c(const void *in, MPI_Count n, MPI_Datatype t, void *out, MPI_Count m,
                        MPI_Datatype u, int root, MPI_Comm comm);
int from_file_Gatherv_c(const void *in, MPI_Count n, MPI_Datatype t, void *out, const MPI_Count m[],
                        const MPI_Aint at[], MPI_Datatype u, int root, MPI_Comm comm);
int from_file_Scatterv_c(const void *in, const MPI_Count n[], const MPI_Aint at[], MPI_Datatype t,
                         void *out, MPI_Count m, MPI_Datatype u, int root, MPI_Comm comm);
int from_file_Scan_c(const void *in, void *out, MPI_Count n, MPI_Datatype t, MPI_Op op,
                     MPI_Comm comm);
int from_file_Exscan_c(const void *in, void *out, MPI_Count n, MPI_Datatype t, MPI_Op op,
                       MPI_Comm comm);
#endif
