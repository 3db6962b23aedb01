! SPDX-License-Identifier: BSD-3-Clause
! A double for the mpi_f08 of Open MPI 6, on top of an older one, and a program that calls it. With -DDOUBLE: a library whose
! routines take descriptors of arrays, under the names that they have there. They say that they were asked, and do nothing.
#ifdef DOUBLE
subroutine mpi_bcast_f08ts(buffer, count, datatype, root, comm, ierror)
	use mpi_f08, only: MPI_Comm, MPI_Datatype, MPI_ERR_INTERN
	type(*), dimension(..) :: buffer
	integer, intent(in) :: count, root
	type(MPI_Datatype), intent(in) :: datatype
	type(MPI_Comm), intent(in) :: comm
	integer, optional, intent(out) :: ierror
	print '(a,i0)', 'asked for a broadcast of ', count
	if (present(ierror)) ierror = MPI_ERR_INTERN
end subroutine

subroutine pmpi_bcast_f08ts()
end subroutine

subroutine mpi_iscatter_f08ts(from, n, from_type, to, m, to_type, root, comm, request, ierror)
	use mpi_f08, only: MPI_Comm, MPI_Datatype, MPI_Request, MPI_ERR_INTERN
	type(*), dimension(..) :: from, to
	integer, intent(in) :: n, m, root
	type(MPI_Datatype), intent(in) :: from_type, to_type
	type(MPI_Comm), intent(in) :: comm
	type(MPI_Request), intent(out) :: request
	integer, optional, intent(out) :: ierror
	print '(a,i0)', 'asked for a scatter of ', n
	if (present(ierror)) ierror = MPI_ERR_INTERN
end subroutine

subroutine mpi_allreduce_f08ts(from, to, n, datatype, op, comm, ierror)
	use mpi_f08, only: MPI_Comm, MPI_Datatype, MPI_Op, MPI_ERR_INTERN
	type(*), dimension(..) :: from, to
	integer, intent(in) :: n
	type(MPI_Datatype), intent(in) :: datatype
	type(MPI_Op), intent(in) :: op
	type(MPI_Comm), intent(in) :: comm
	integer, optional, intent(out) :: ierror
	print '(a,i0)', 'asked for an allreduce of ', n
	if (present(ierror)) ierror = MPI_ERR_INTERN
end subroutine
#else
program descriptors
	use mpi_f08, only: MPI_Init, MPI_Comm_rank, MPI_Comm_size, MPI_Wait, MPI_Finalize, MPI_Comm, MPI_Datatype, MPI_Op, &
		MPI_Request, MPI_COMM_WORLD, MPI_INTEGER, MPI_CHARACTER, MPI_SUM, MPI_IN_PLACE, MPI_STATUS_IGNORE, MPI_SUCCESS
	implicit none
	interface
		subroutine mpi_bcast_f08ts(buffer, count, datatype, root, comm, ierror)
			import MPI_Comm, MPI_Datatype
			type(*), dimension(..) :: buffer
			integer, intent(in) :: count, root
			type(MPI_Datatype), intent(in) :: datatype
			type(MPI_Comm), intent(in) :: comm
			integer, optional, intent(out) :: ierror
		end subroutine
		subroutine mpi_iscatter_f08ts(from, n, from_type, to, m, to_type, root, comm, request, ierror)
			import MPI_Comm, MPI_Datatype, MPI_Request
			type(*), dimension(..) :: from, to
			integer, intent(in) :: n, m, root
			type(MPI_Datatype), intent(in) :: from_type, to_type
			type(MPI_Comm), intent(in) :: comm
			type(MPI_Request), intent(out) :: request
			integer, optional, intent(out) :: ierror
		end subroutine
		subroutine mpi_allreduce_f08ts(from, to, n, datatype, op, comm, ierror)
			import MPI_Comm, MPI_Datatype, MPI_Op
			type(*), dimension(..) :: from, to
			integer, intent(in) :: n
			type(MPI_Datatype), intent(in) :: datatype
			type(MPI_Op), intent(in) :: op
			type(MPI_Comm), intent(in) :: comm
			integer, optional, intent(out) :: ierror
		end subroutine
	end interface
	integer :: i, rank, ranks, e, a(10), m(5, 4), total(3)
	integer, allocatable :: from(:)
	character(len=8) :: words(5)
	type(MPI_Request) :: request

	call MPI_Init()
	call MPI_Comm_rank(MPI_COMM_WORLD, rank)
	call MPI_Comm_size(MPI_COMM_WORLD, ranks)
	a = [(100 * rank + i, i = 1, 10)]
	if (rank == 1) then
		call mpi_bcast_f08ts(a(9:1:-2), 5, MPI_INTEGER, 0, MPI_COMM_WORLD)
	else
		call mpi_bcast_f08ts(a, 5, MPI_INTEGER, 0, MPI_COMM_WORLD)
	end if
	call tell('bcast', all(merge(a(9:1:-2), a(1:5), rank == 1) == [1, 2, 3, 4, 5]))
	m = reshape([(100 * rank + i, i = 1, 20)], shape(m))
	call mpi_bcast_f08ts(m(2:3, 2:4), 5, MPI_INTEGER, 1, MPI_COMM_WORLD, e)
	call tell('bcast of a part', e == MPI_SUCCESS .and. all(m(2:3, 2:3) == 100 + reshape([7, 8, 12, 13], [2, 2])) .and. &
		m(2, 4) == 117 .and. m(3, 4) == 100 * rank + 18 .and. m(1, 2) == 100 * rank + 6)
	words = repeat(achar(iachar('a') + rank), 8)
	call mpi_bcast_f08ts(words(1::2), 20, MPI_CHARACTER, 2, MPI_COMM_WORLD)
	call tell('bcast of letters', words(1) == 'cccccccc' .and. words(5) == 'cccc' // words(2)(:4) .and. words(4) == words(2))
	allocate (from(5 * ranks))
	from = [(i, i = 1, 5 * ranks)]
	a = -1
	call mpi_iscatter_f08ts(from, 5, MPI_INTEGER, a(1::2), 5, MPI_INTEGER, 1, MPI_COMM_WORLD, request)
	call MPI_Wait(request, MPI_STATUS_IGNORE)
	call tell('iscatter', all(a(1::2) == 5 * rank + [1, 2, 3, 4, 5]) .and. all(a(2::2) == -1))
	total = rank
	call mpi_allreduce_f08ts(MPI_IN_PLACE, total, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
	call tell('allreduce', all(total == ranks * (ranks - 1) / 2))
	call mpi_allreduce_f08ts(a(1::2), from, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, e)
	call tell('allreduce of a section is refused', e /= MPI_SUCCESS)
	call MPI_Finalize()

contains

	subroutine tell(what, right)
		character(len=*), intent(in) :: what
		logical, intent(in) :: right
		if (.not. right) print '(a,i0,a,a)', 'rank ', rank, ' wrong: ', what
		if (rank == 0) print '(a)', what
	end subroutine
end program
#endif
