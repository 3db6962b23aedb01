! SPDX-License-Identifier: BSD-3-Clause
! Plain Fortran that any compiler takes: allreduces, one of them in place, and a broadcast. Rank 0 prints "right".
program sums
  implicit none
  include 'mpif.h'
  integer, parameter :: length = 100
  integer :: error, rank, ranks, i, wrong, from(length), to(length)
  wrong = 0
  call mpi_init(error)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, error)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
  do i = 1, length
    from(i) = rank + i
  end do
  call mpi_allreduce(from, to, length, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  do i = 1, length
    if (to(i) /= ranks * i + ranks * (ranks - 1) / 2) wrong = 1
  end do
  call mpi_allreduce(MPI_IN_PLACE, from, length, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  do i = 1, length
    if (from(i) /= to(i)) wrong = 1
  end do
  if (rank /= 0) from = 0
  call mpi_bcast(from, length, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  do i = 1, length
    if (from(i) /= to(i)) wrong = 1
  end do
  call mpi_allreduce(MPI_IN_PLACE, wrong, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, error)
  if (rank == 0 .and. wrong == 0) print '(A)', 'right'
  call mpi_finalize(error)
end program sums
