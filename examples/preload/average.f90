! SPDX-License-Identifier: BSD-3-Clause
! The same in Fortran.
program average
  use mpi
  implicit none
  double precision :: mine, sum
  integer :: rank, ranks, ierror

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  mine = rank + 1
  call MPI_Allreduce(mine, sum, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
  if (rank == 0) print '(a,i0,a,f0.1)', 'average of 1 to ', ranks, ': ', sum / ranks
  call MPI_Finalize(ierror)
end program
