! SPDX-License-Identifier: BSD-3-Clause
! Open MPI 4.1.4 and 5.0.7: MPI_Request_get_status in Fortran never says that a request is over, if the status is ignored.
! MPI 4.0, 3.7.6 has it that the flag is true then.
program get_status
	use mpi
	implicit none
	integer :: rank, e, request
	integer, asynchronous :: got
	logical :: done
	call MPI_Init(e)
	call MPI_Comm_rank(MPI_COMM_WORLD, rank, e)
	call MPI_Irecv(got, 1, MPI_INTEGER, rank, 1, MPI_COMM_WORLD, request, e)
	call MPI_Send(rank, 1, MPI_INTEGER, rank, 1, MPI_COMM_WORLD, e)
	call MPI_Barrier(MPI_COMM_WORLD, e)
	! It has come: both looks make progress.
	call MPI_Request_get_status(request, done, MPI_STATUS_IGNORE, e)
	if (.not. done) call MPI_Request_get_status(request, done, MPI_STATUS_IGNORE, e)
	call MPI_Wait(request, MPI_STATUS_IGNORE, e)
	call MPI_Finalize(e)
	if (.not. done) stop 1
end program
