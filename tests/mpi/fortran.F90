! SPDX-License-Identifier: BSD-3-Clause
! The collectives from Fortran: compiled with -DMPIF_H, -DUSE_MPI or -DUSE_MPI_F08. Prints what was right.
#ifdef USE_MPI_F08
#define COMM type(MPI_Comm)
#define INFO type(MPI_Info)
#else
#define COMM integer
#define INFO integer
#endif

program collectives
#ifdef USE_MPI_F08
	use mpi_f08
#endif
#ifdef USE_MPI
	use mpi
#endif
	implicit none
#ifdef MPIF_H
	include 'mpif.h'
#endif
	integer, parameter :: n = 3
	integer :: rank, ranks, ierr, right, level
	logical :: flag
	character(len=64) :: list
	COMM :: comm
	INFO :: keys

	right = 0
#ifdef USE_MPI
	call MPI_Init_thread(MPI_THREAD_SINGLE, level, ierr)
#else
	call MPI_Init(ierr)
#endif
	call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
	call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
	call check_all(MPI_COMM_WORLD)
	call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
	call check_all(comm)
	call MPI_Comm_free(comm, ierr)

	call MPI_Info_create(keys, ierr)
	call MPI_Info_set(keys, 'ringgen_collectives', 'allgather', ierr)
	call MPI_Comm_dup_with_info(MPI_COMM_WORLD, keys, comm, ierr)
	call MPI_Info_free(keys, ierr)
	call check_all(comm)
	call MPI_Comm_get_info(comm, keys, ierr)
	call MPI_Info_get(keys, 'ringgen_collectives', 64, list, flag, ierr)
	if (flag .and. rank == 0) print '(a)', 'key ' // trim(list)
	call MPI_Info_free(keys, ierr)
	call MPI_Comm_free(comm, ierr)
	if (rank == 0) print '(i0,a)', right, ' right'
	call MPI_Finalize(ierr)

contains

	subroutine expect(what, ok, code)
		character(len=*), intent(in) :: what
		logical, intent(in) :: ok
		integer, intent(in) :: code
		integer :: e
		if (ok .and. code == MPI_SUCCESS) then
			right = right + 1
		else
			print '(a,i0,a,a)', 'rank ', rank, ' wrong: ', what
			call MPI_Abort(MPI_COMM_WORLD, 1, e)
		end if
	end subroutine

	subroutine check_all(on)
		COMM, intent(in) :: on
		call check_allreduce(on)
		call check_gathers(on)
		call check_scatters(on)
	end subroutine

	subroutine check_allreduce(on)
		COMM, intent(in) :: on
		integer :: i, e
		double precision :: a(n), b(n), total(n)
		a = [(rank + 10.0d0 * i, i = 1, n)]
		total = [(ranks * (ranks - 1) / 2 + 10.0d0 * i * ranks, i = 1, n)]
		b = 0
		call MPI_Allreduce(a, b, n, MPI_DOUBLE_PRECISION, MPI_SUM, on, e)
		call expect('allreduce', all(b == total), e)
		call MPI_Allreduce(MPI_IN_PLACE, a, n, MPI_DOUBLE_PRECISION, MPI_SUM, on, e)
		call expect('allreduce in place', all(a == total), e)
#ifdef USE_MPI_F08
		call MPI_Allreduce(MPI_IN_PLACE, b, n, MPI_DOUBLE_PRECISION, MPI_MAX, on)
		call expect('allreduce without ierror', all(b == total), MPI_SUCCESS)
#endif
	end subroutine

	subroutine check_gathers(on)
		COMM, intent(in) :: on
		integer :: i, k, e, mine(n), every(n * ranks), is(n * ranks), lengths(ranks), places(ranks)
		mine = [(100 * rank + i, i = 1, n)]
		is = [((100 * k + i, i = 1, n), k = 0, ranks - 1)]
		every = -1
		call MPI_Allgather(mine, n, MPI_INTEGER, every, n, MPI_INTEGER, on, e)
		call expect('allgather', all(every == is), e)
		every = -1
		every(n * rank + 1:n * rank + n) = mine
		call MPI_Allgather(MPI_IN_PLACE, 0, MPI_INTEGER, every, n, MPI_INTEGER, on, e)
		call expect('allgather in place', all(every == is), e)
		! the last rank's block first
		lengths = n
		places = [(n * (ranks - k), k = 1, ranks)]
		every = -1
		call MPI_Allgatherv(mine, n, MPI_INTEGER, every, lengths, places, MPI_INTEGER, on, e)
		is = [((100 * (ranks - 1 - k) + i, i = 1, n), k = 0, ranks - 1)]
		call expect('allgatherv', all(every == is), e)
	end subroutine

	subroutine check_scatters(on)
		COMM, intent(in) :: on
		integer :: i, e, from(n * ranks), to(n), lengths(ranks), is(n)
		from = [(rank + 10 * i, i = 1, n * ranks)]
		is = [(ranks * (ranks - 1) / 2 + 10 * ranks * (n * rank + i), i = 1, n)]
		lengths = n
		to = -1
		call MPI_Reduce_scatter(from, to, lengths, MPI_INTEGER, MPI_SUM, on, e)
		call expect('reduce_scatter', all(to == is), e)
		to = -1
		call MPI_Reduce_scatter_block(from, to, n, MPI_INTEGER, MPI_SUM, on, e)
		call expect('reduce_scatter_block', all(to == is), e)
		call MPI_Reduce_scatter_block(MPI_IN_PLACE, from, n, MPI_INTEGER, MPI_SUM, on, e)
		call expect('reduce_scatter_block in place', all(from(1:n) == is), e)
	end subroutine
end program
