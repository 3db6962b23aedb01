! SPDX-License-Identifier: BSD-3-Clause
! Open MPI 6.0.0rc2: mpi_f08's MPI_Testany returns any flag where nothing is over. MPI 4.0, 3.7.5 has it that the flag is
! false then. That of the call before, which is true, is there still.
program testany_flag
	use mpi_f08
	implicit none
	integer :: rank, at
	integer, asynchronous :: got(2)
	logical :: done
	type(MPI_Request) :: requests(2)
	call MPI_Init()
	call MPI_Comm_rank(MPI_COMM_WORLD, rank)
	call MPI_Irecv(got(1), 1, MPI_INTEGER, rank, 1, MPI_COMM_WORLD, requests(1))
	call MPI_Irecv(got(2), 1, MPI_INTEGER, rank, 2, MPI_COMM_WORLD, requests(2))
	call MPI_Send(rank, 1, MPI_INTEGER, rank, 1, MPI_COMM_WORLD)
	done = .false.
	do while (.not. done)
		call MPI_Testany(2, requests, at, done, MPI_STATUS_IGNORE)
	end do
	call MPI_Testany(2, requests, at, done, MPI_STATUS_IGNORE)
	call MPI_Send(rank, 1, MPI_INTEGER, rank, 2, MPI_COMM_WORLD)
	call MPI_Wait(requests(2), MPI_STATUS_IGNORE)
	call MPI_Finalize()
	if (done) stop 1
end program
