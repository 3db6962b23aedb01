! SPDX-License-Identifier: BSD-3-Clause
! Open MPI 6.0.0rc2: mpi_f08's MPI_Scatterv does not know MPI_BOTTOM. MPI 4.0, 6.5 has it that a buffer may be
! MPI_BOTTOM, with absolute addresses in its type. Without ringgen the root crashes here.
program scatterv_bottom
	use mpi_f08
	implicit none
	integer :: i, rank, ranks
	integer, asynchronous :: mine(1), every(3)
	integer(MPI_ADDRESS_KIND) :: at(1)
	type(MPI_Datatype) :: absolute
	call MPI_Init()
	call MPI_Comm_rank(MPI_COMM_WORLD, rank)
	call MPI_Comm_size(MPI_COMM_WORLD, ranks)
	every = [(i, i = 1, 3)]
	mine = -1
	call MPI_Get_address(every, at(1))
	call MPI_Type_create_hindexed(1, [1], at, MPI_INTEGER, absolute)
	call MPI_Type_commit(absolute)
	call MPI_Scatterv(MPI_BOTTOM, [(1, i = 1, ranks)], [(i - 1, i = 1, ranks)], absolute, mine, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
	call MPI_Type_free(absolute)
	call MPI_Finalize()
	if (mine(1) /= rank + 1) stop 1
end program
