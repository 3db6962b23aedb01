! SPDX-License-Identifier: BSD-3-Clause
! The collectives from Fortran: compiled with -DMPIF_H, -DUSE_MPI or -DUSE_MPI_F08. Prints what was right.
#ifdef USE_MPI_F08
#define COMM type(MPI_Comm)
#define INFO type(MPI_Info)
#define REQUEST type(MPI_Request)
#define TYPE type(MPI_Datatype)
#else
#define COMM integer
#define INFO integer
#define REQUEST integer
#define TYPE integer
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
	integer :: rank, ranks, ierr, right, level, told
	logical :: flag, persistent
	character(len=64) :: list
	COMM :: comm
	INFO :: keys

	right = 0
	! Those of MPICH 4.0 itself are wrong now and then.
	call get_environment_variable('PERSISTENT', status=ierr)
	persistent = ierr == 0
#ifdef USE_MPI
	call MPI_Init_thread(MPI_THREAD_SINGLE, level, ierr)
	call expect('level', level == MPI_THREAD_SINGLE, ierr)
#elif defined USE_MPI_F08
	call MPI_Init_thread(MPI_THREAD_FUNNELED, level, ierr)
	call expect('level', level == MPI_THREAD_FUNNELED, ierr)
#else
	level = MPI_THREAD_SINGLE
	call MPI_Init(ierr)
#endif
	call MPI_Query_thread(told, ierr)
	call expect('level that is told later', told == level, ierr)
	call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
	call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
	call check_all(MPI_COMM_WORLD)
	call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
	call check_all(comm)
	call MPI_Comm_free(comm, ierr)
	call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
	call check_nonblocking(comm)
	call check_nonblocking_roots(comm)
	call check_cancel(comm)
	call MPI_Comm_free(comm, ierr)
#ifdef PERSISTENT
	call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
	if (persistent) call check_persistent(comm)
	call MPI_Comm_free(comm, ierr)
#endif

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
		call check_roots(on)
		call check_prefixes(on)
		call check_for_each(on)
		call check_for_each_by_pairs(on)
		call check_bottom(on)
		call check_nonblocking(on)
		call check_nonblocking_roots(on)
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

	! Each rank is the root once.
	subroutine check_roots(on)
		COMM, intent(in) :: on
		integer :: i, k, e, root, mine(n), sum(n), every(n * ranks), is(n * ranks), lengths(ranks), places(ranks)
		mine = [(100 * rank + i, i = 1, n)]
		is = [((100 * k + i, i = 1, n), k = 0, ranks - 1)]
		do root = 0, ranks - 1
			sum = -1
			if (rank == root) sum = mine
			call MPI_Bcast(sum, n, MPI_INTEGER, root, on, e)
			call expect('bcast', all(sum == [(100 * root + i, i = 1, n)]), e)
			sum = -1
			call MPI_Reduce(mine, sum, n, MPI_INTEGER, MPI_SUM, root, on, e)
			call expect('reduce', all(sum == [(50 * ranks * (ranks - 1) + i * ranks, i = 1, n)]) .eqv. rank == root, e)
			every = -1
			call MPI_Gather(mine, n, MPI_INTEGER, every, n, MPI_INTEGER, root, on, e)
			call expect('gather', all(every == is) .eqv. rank == root, e)
			every = -1
			if (rank == root) then
				every(n * rank + 1:n * rank + n) = mine
				call MPI_Gather(MPI_IN_PLACE, 0, MPI_INTEGER, every, n, MPI_INTEGER, root, on, e)
			else
				call MPI_Gather(mine, n, MPI_INTEGER, every, 0, MPI_INTEGER, root, on, e)
			end if
			call expect('gather in place', all(every == is) .eqv. rank == root, e)
			sum = -1
			call MPI_Scatter(is, n, MPI_INTEGER, sum, n, MPI_INTEGER, root, on, e)
			call expect('scatter', all(sum == mine), e)
			sum = mine
			if (rank == root) then
				call MPI_Scatter(is, n, MPI_INTEGER, MPI_IN_PLACE, n, MPI_INTEGER, root, on, e)
			else
				call MPI_Scatter(is, n, MPI_INTEGER, sum, n, MPI_INTEGER, root, on, e)
			end if
			call expect('scatter in place', all(sum == mine), e)
			! but of the first element of each block; only the root knows that
			lengths = merge(n - 1, -1, rank == root)
			places = [(merge(n * k + 1, -1, rank == root), k = 0, ranks - 1)]
			every = is
			if (rank == root) every(places + 1) = -1
			call MPI_Gatherv(mine(2:n), n - 1, MPI_INTEGER, every, lengths, places, MPI_INTEGER, root, on, e)
			call expect('gatherv', all(every == is), e)
			sum = 100 * rank + 1
			call MPI_Scatterv(is, lengths, places, MPI_INTEGER, sum(2), n - 1, MPI_INTEGER, root, on, e)
			call expect('scatterv', all(sum == mine), e)
			if (rank == root) then
				call MPI_Gatherv(MPI_IN_PLACE, 0, MPI_INTEGER, every, lengths, places, MPI_INTEGER, root, on, e)
			else
				call MPI_Gatherv(mine(2), n - 1, MPI_INTEGER, every, lengths, places, MPI_INTEGER, root, on, e)
			end if
			call expect('gatherv in place', all(every == is), e)
		end do
		call MPI_Barrier(on, e)
		call expect('barrier', .true., e)
#ifdef USE_MPI_F08
		call MPI_Barrier(on)
		call MPI_Bcast(sum, n, MPI_INTEGER, 0, on)
		call expect('bcast without ierror', all(sum == [(i, i = 1, n)]), MPI_SUCCESS)
#endif
	end subroutine

	subroutine check_prefixes(on)
		COMM, intent(in) :: on
		integer :: i, e, mine(n), sum(n), is(n)
		mine = [(rank + 10 * i, i = 1, n)]
		is = [(rank * (rank + 1) / 2 + 10 * i * (rank + 1), i = 1, n)]
		sum = -1
		call MPI_Scan(mine, sum, n, MPI_INTEGER, MPI_SUM, on, e)
		call expect('scan', all(sum == is), e)
		sum = mine
		call MPI_Scan(MPI_IN_PLACE, sum, n, MPI_INTEGER, MPI_SUM, on, e)
		call expect('scan in place', all(sum == is), e)
		sum = 0
		call MPI_Exscan(mine, sum, n, MPI_INTEGER, MPI_SUM, on, e)
		call expect('exscan', rank == 0 .or. all(sum == is - mine), e)
	end subroutine

	! Element i for rank k is 1000 * own rank + 100 * k + i.
	subroutine check_for_each(on)
		COMM, intent(in) :: on
		integer :: i, k, e
		integer, asynchronous :: mine(n * ranks), theirs(n * ranks), is(n * ranks)
		REQUEST :: request_of_it
		mine = [((1000 * rank + 100 * k + i, i = 1, n), k = 0, ranks - 1)]
		is = [((1000 * k + 100 * rank + i, i = 1, n), k = 0, ranks - 1)]
		theirs = -1
		call MPI_Alltoall(mine, n, MPI_INTEGER, theirs, n, MPI_INTEGER, on, e)
		call expect('alltoall', all(theirs == is), e)
		theirs = mine
		call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, theirs, n, MPI_INTEGER, on, e)
		call expect('alltoall in place', all(theirs == is), e)
		theirs = -1
		call MPI_Ialltoall(mine, n, MPI_INTEGER, theirs, n, MPI_INTEGER, on, request_of_it, e)
		call MPI_Wait(request_of_it, MPI_STATUS_IGNORE, e)
		call expect('ialltoall', all(theirs == is), e)
	end subroutine

	! The same by blocks whose lengths their two ends know: rank r sends rank k, from 0 on, the first mod(r + k, n + 1)
	! elements. Of alltoallw places are in bytes.
	subroutine check_for_each_by_pairs(on)
		COMM, intent(in) :: on
		integer :: i, k, e, lengths(ranks), places(ranks), bytes(ranks)
		integer, asynchronous :: mine(n * ranks), theirs(n * ranks), is(n * ranks)
		TYPE :: types(ranks)
		REQUEST :: request_of_it
		types = MPI_INTEGER
		do k = 0, ranks - 1
			lengths(k + 1) = mod(rank + k, n + 1)
			places(k + 1) = n * k
			bytes(k + 1) = n * k * (storage_size(mine) / 8)
			do i = 1, n
				mine(n * k + i) = 1000 * rank + 100 * k + i
				is(n * k + i) = merge(1000 * k + 100 * rank + i, -1, i <= lengths(k + 1))
			end do
		end do
		theirs = -1
		call MPI_Alltoallv(mine, lengths, places, MPI_INTEGER, theirs, lengths, places, MPI_INTEGER, on, e)
		call expect('alltoallv', all(theirs == is), e)
		theirs = -1
		call MPI_Alltoallw(mine, lengths, bytes, types, theirs, lengths, bytes, types, on, e)
		call expect('alltoallw', all(theirs == is), e)
		do k = 0, ranks - 1
			theirs(n * k + 1 : n * k + lengths(k + 1)) = mine(n * k + 1 : n * k + lengths(k + 1))
		end do
		call MPI_Alltoallv(MPI_IN_PLACE, lengths, places, MPI_INTEGER, theirs, lengths, places, MPI_INTEGER, on, e)
		call expect('alltoallv in place', all(theirs == is), e)
		do k = 0, ranks - 1
			theirs(n * k + 1 : n * k + lengths(k + 1)) = mine(n * k + 1 : n * k + lengths(k + 1))
		end do
		call MPI_Alltoallw(MPI_IN_PLACE, lengths, bytes, types, theirs, lengths, bytes, types, on, e)
		call expect('alltoallw in place', all(theirs == is), e)
		theirs = -1
		call MPI_Ialltoallv(mine, lengths, places, MPI_INTEGER, theirs, lengths, places, MPI_INTEGER, on, request_of_it, e)
		call MPI_Wait(request_of_it, MPI_STATUS_IGNORE, e)
		call expect('ialltoallv', all(theirs == is), e)
		theirs = -1
		call MPI_Ialltoallw(mine, lengths, bytes, types, theirs, lengths, bytes, types, on, request_of_it, e)
		call MPI_Wait(request_of_it, MPI_STATUS_IGNORE, e)
		call expect('ialltoallw', all(theirs == is), e)
	end subroutine

	! Buffers whose types have absolute addresses.
	subroutine check_bottom(on)
		COMM, intent(in) :: on
		integer :: i, k, e, root, lengths(ranks), places(ranks)
		integer, asynchronous :: mine(n), every(n * ranks), is(n * ranks)
		TYPE :: absolute, all_of_them
		REQUEST :: request_of_it
		root = ranks - 1
		lengths = 1
		places = [(i - 1, i = 1, ranks)]
		is = [((100 * k + i, i = 1, n), k = 0, ranks - 1)]
		absolute = type_at(mine)
		all_of_them = type_at(every)
		mine = merge(7, rank, rank == root)
		call MPI_Bcast(MPI_BOTTOM, 1, absolute, root, on, e)
		call expect('bcast at bottom', all(mine == 7), e)
		mine = merge(8, rank, rank == root)
		call MPI_Ibcast(MPI_BOTTOM, 1, absolute, root, on, request_of_it, e)
		call MPI_Wait(request_of_it, MPI_STATUS_IGNORE, e)
		call expect('ibcast at bottom', all(mine == 8), e)
		mine = [(100 * rank + i, i = 1, n)]
		every = -1
		call MPI_Allgather(MPI_BOTTOM, 1, absolute, MPI_BOTTOM, 1, all_of_them, on, e)
		call expect('allgather at bottom', all(every == is), e)
		every(:n * rank) = -1
		every(n * rank + n + 1:) = -1
		call MPI_Allgather(MPI_IN_PLACE, 0, absolute, MPI_BOTTOM, 1, all_of_them, on, e)
		call expect('allgather in place at bottom', all(every == is), e)
		every = -1
		call MPI_Gather(MPI_BOTTOM, 1, absolute, MPI_BOTTOM, 1, all_of_them, root, on, e)
		call expect('gather at bottom', all(every == is) .eqv. rank == root, e)
		every = -1
		call MPI_Gatherv(MPI_BOTTOM, 1, absolute, MPI_BOTTOM, lengths, places, all_of_them, root, on, e)
		call expect('gatherv at bottom', all(every == is) .eqv. rank == root, e)
		every = is
		mine = -1
		call MPI_Scatter(MPI_BOTTOM, 1, all_of_them, MPI_BOTTOM, 1, absolute, root, on, e)
		call expect('scatter at bottom', all(mine == [(100 * rank + i, i = 1, n)]), e)
#ifdef SCATTERV_BOTTOM
		mine = -1
		call MPI_Scatterv(MPI_BOTTOM, lengths, places, all_of_them, MPI_BOTTOM, 1, absolute, root, on, e)
		call expect('scatterv at bottom', all(mine == [(100 * rank + i, i = 1, n)]), e)
#endif
		call MPI_Type_free(absolute, e)
		call MPI_Type_free(all_of_them, e)
	end subroutine

	! The first n elements, at their address.
	function type_at(array) result(absolute)
		integer, asynchronous :: array(*)
		integer :: e
		integer(MPI_ADDRESS_KIND) :: at(1)
		TYPE :: absolute
		call MPI_Get_address(array, at(1), e)
		call MPI_Type_create_hindexed(1, [n], at, MPI_INTEGER, absolute, e)
		call MPI_Type_commit(absolute, e)
	end function

	! All nine at a time.
	subroutine check_nonblocking_roots(on)
		COMM, intent(in) :: on
		integer :: i, k, e, root
		integer, asynchronous :: mine(n), sent(n), total(n), scanned(n), before(n), block(n)
		integer, asynchronous :: every(n * ranks), is(n * ranks), each(n * ranks), own(n)
		integer, asynchronous :: lengths(ranks), places(ranks)
		REQUEST :: requests(9)
		root = ranks - 1
		lengths = n
		places = [(n * (i - 1), i = 1, ranks)]
		each = -1
		mine = [(100 * rank + i, i = 1, n)]
		is = [((100 * k + i, i = 1, n), k = 0, ranks - 1)]
		sent = merge(mine, -1, rank == root)
		every = -1
		call MPI_Ibcast(sent, n, MPI_INTEGER, root, on, requests(1), e)
		call expect('ibcast', .true., e)
		call MPI_Ireduce(mine, total, n, MPI_INTEGER, MPI_SUM, root, on, requests(2), e)
		call expect('ireduce', .true., e)
		call MPI_Igather(mine, n, MPI_INTEGER, every, n, MPI_INTEGER, root, on, requests(3), e)
		call expect('igather', .true., e)
		call MPI_Iscatter(is, n, MPI_INTEGER, block, n, MPI_INTEGER, root, on, requests(4), e)
		call expect('iscatter', .true., e)
		call MPI_Ibarrier(on, requests(5), e)
		call expect('ibarrier', .true., e)
		call MPI_Iscan(mine, scanned, n, MPI_INTEGER, MPI_SUM, on, requests(6), e)
		call expect('iscan', .true., e)
		call MPI_Iexscan(mine, before, n, MPI_INTEGER, MPI_SUM, on, requests(7), e)
		call expect('iexscan', .true., e)
		call MPI_Igatherv(mine, n, MPI_INTEGER, each, lengths, places, MPI_INTEGER, root, on, requests(8), e)
		call expect('igatherv', .true., e)
		call MPI_Iscatterv(is, lengths, places, MPI_INTEGER, own, n, MPI_INTEGER, root, on, requests(9), e)
		call expect('iscatterv', .true., e)
		call MPI_Waitall(9, requests, MPI_STATUSES_IGNORE, e)
		call expect('waitall', all(sent == [(100 * root + i, i = 1, n)]) .and. all(block == mine) .and. all(own == mine), e)
		if (rank == root) call expect('roots', all(every == is) .and. all(each == is) .and. &
			all(total == [(50 * ranks * (ranks - 1) + i * ranks, i = 1, n)]), e)
		if (rank > 0) call expect('prefixes', all(scanned == before + mine), e)
	end subroutine

	! All five at a time, and a message to oneself, in one array.
	subroutine check_nonblocking(on)
		COMM, intent(in) :: on
		integer :: i, e, message(2)
		integer, asynchronous :: from(n * ranks), sum(n), block(n), blocks(n)
		integer, asynchronous :: every(n * ranks), all_of_them(n * ranks), lengths(ranks), places(ranks)
		REQUEST :: requests(7)
		from = [(rank + 10 * i, i = 1, n * ranks)]
		lengths = n
		places = [(n * (i - 1), i = 1, ranks)]
		call MPI_Iallreduce(from, sum, n, MPI_INTEGER, MPI_SUM, on, requests(1), e)
		call expect('iallreduce', .true., e)
		call MPI_Iallgather(from, n, MPI_INTEGER, every, n, MPI_INTEGER, on, requests(2), e)
		call expect('iallgather', .true., e)
		call MPI_Iallgatherv(from, n, MPI_INTEGER, all_of_them, lengths, places, MPI_INTEGER, on, requests(3), e)
		call expect('iallgatherv', .true., e)
		call MPI_Ireduce_scatter(from, block, lengths, MPI_INTEGER, MPI_SUM, on, requests(4), e)
		call expect('ireduce_scatter', .true., e)
		call MPI_Ireduce_scatter_block(from, blocks, n, MPI_INTEGER, MPI_SUM, on, requests(5), e)
		call expect('ireduce_scatter_block', .true., e)
		call MPI_Irecv(message(1), 1, MPI_INTEGER, rank, 7, MPI_COMM_WORLD, requests(6), e)
		message(2) = 17
		call MPI_Isend(message(2), 1, MPI_INTEGER, rank, 7, MPI_COMM_WORLD, requests(7), e)
		call MPI_Waitall(7, requests, MPI_STATUSES_IGNORE, e)
		call expect('waitall', message(1) == 17, e)
		call expect('sum', all(sum == [(ranks * (ranks - 1) / 2 + 10 * i * ranks, i = 1, n)]), e)
		call expect('gathered', all(every == all_of_them) .and. all(every(n * rank + 1:n * rank + n) == from(1:n)), e)
		call expect('blocks', all(block == blocks) .and. &
			all(block == [(ranks * (ranks - 1) / 2 + 10 * ranks * (n * rank + i), i = 1, n)]), e)
		call MPI_Iallreduce(MPI_IN_PLACE, from, n, MPI_INTEGER, MPI_SUM, on, requests(1), e)
		call MPI_Wait(requests(1), MPI_STATUS_IGNORE, e)
		call expect('iallreduce in place', all(from(1:n) == sum), e)
	end subroutine

	! A collective cannot be cancelled; it goes on. Rank 0's is in progress as long as the others are away.
	subroutine check_cancel(on)
		COMM, intent(in) :: on
		integer :: i, e, before, nothing(1)
		integer, asynchronous :: from(n), sum(n)
		REQUEST :: request_of_it
		before = right
		from = rank
		call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, e)
		if (rank > 0) call MPI_Recv(nothing, 0, MPI_INTEGER, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE, e)
		call MPI_Iallreduce(from, sum, n, MPI_INTEGER, MPI_SUM, on, request_of_it, e)
		if (rank == 0) then
			call MPI_Cancel(request_of_it, e)
			call expect('not cancelled', e /= MPI_SUCCESS, MPI_SUCCESS)
			do i = 1, ranks - 1
				call MPI_Send(nothing, 0, MPI_INTEGER, i, 8, MPI_COMM_WORLD, e)
			end do
		end if
		call MPI_Wait(request_of_it, MPI_STATUS_IGNORE, e)
		call expect('sum of what cannot be cancelled', all(sum == ranks * (ranks - 1) / 2), e)
		call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, e)
		right = before
	end subroutine

#ifdef PERSISTENT
	! Started again and again, and completed in each way, with a message to oneself, and one that was begun in C.
	subroutine check_persistent(on)
		COMM, intent(in) :: on
		integer :: i, time, e, left, found, at, places(4), token, sent, before
		integer, asynchronous :: mine(n), sum(n), every(n * ranks), twice(n)
		logical :: done
		REQUEST :: requests(4), barrier
		external :: begin_in_c
		before = right
		call MPI_Allreduce_init(mine, sum, n, MPI_INTEGER, MPI_SUM, on, MPI_INFO_NULL, requests(1), e)
		call expect('allreduce_init', .true., e)
		call begin_in_c(mine, twice, n, on, requests(4))
		call MPI_Allgather_init(mine, n, MPI_INTEGER, every, n, MPI_INTEGER, on, MPI_INFO_NULL, requests(2), e)
		call expect('allgather_init', .true., e)
		do time = 1, 8
			mine = [(rank + 10 * i * time, i = 1, n)]
			sent = time
			token = 0
			twice = -1
			call MPI_Irecv(token, 1, MPI_INTEGER, rank, 8, MPI_COMM_WORLD, requests(3), e)
			call MPI_Start(requests(2), e)
			call MPI_Startall(1, requests, e)
			call MPI_Startall(1, requests(4:4), e)
			call MPI_Send(sent, 1, MPI_INTEGER, rank, 8, MPI_COMM_WORLD, e)
			done = .false.
			left = 4
			select case (time)
			case (1)
				call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, e)
			case (2)
				do while (.not. done)
					call MPI_Testall(4, requests, done, MPI_STATUSES_IGNORE, e)
				end do
			case (3)
				do while (left > 0)
					call MPI_Waitany(4, requests, at, MPI_STATUS_IGNORE, e)
					call expect('waitany', at >= 1 .and. at <= 4, e)
					left = left - 1
				end do
			case (4)
#ifndef TESTANY
				call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, e)
				left = 0
#endif
				do while (left > 0)
					call MPI_Testany(4, requests, at, done, MPI_STATUS_IGNORE, e)
					if (done) left = left - 1
				end do
			case (5)
				do while (left > 0)
					call MPI_Waitsome(4, requests, found, places, MPI_STATUSES_IGNORE, e)
					call expect('waitsome', all(places(1:found) >= 1 .and. places(1:found) <= 4), e)
					left = left - found
				end do
			case (6)
				do while (left > 0)
					call MPI_Testsome(4, requests, found, places, MPI_STATUSES_IGNORE, e)
					left = left - found
				end do
			case (7)
				call MPI_Wait(requests(1), MPI_STATUS_IGNORE, e)
				call MPI_Wait(requests(2), MPI_STATUS_IGNORE, e)
				call MPI_Wait(requests(3), MPI_STATUS_IGNORE, e)
				call MPI_Wait(requests(4), MPI_STATUS_IGNORE, e)
			case (8)
#ifdef LOOKS
				do while (.not. done)
					call MPI_Request_get_status(requests(1), done, MPI_STATUS_IGNORE, e)
				end do
				done = .false.
#endif
				do while (.not. done)
					call MPI_Test(requests(2), done, MPI_STATUS_IGNORE, e)
				end do
				call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, e)
			end select
			call expect('persistent', all(sum == [(ranks * (ranks - 1) / 2 + 10 * i * time * ranks, i = 1, n)]) .and. &
				every(n * (ranks - 1) + 1) == ranks - 1 + 10 * time .and. token == time .and. all(twice == sum), e)
		end do
		call MPI_Request_free(requests(1), e)
		call MPI_Request_free(requests(2), e)
		call MPI_Request_free(requests(4), e)
		call MPI_Barrier_init(on, MPI_INFO_NULL, barrier, e)
		call expect('barrier_init', .true., e)
		do time = 1, 3
			call MPI_Start(barrier, e)
			call MPI_Wait(barrier, MPI_STATUS_IGNORE, e)
			call expect('persistent barrier', .true., e)
		end do
		call MPI_Request_free(barrier, e)
		call expect('request_free', .true., e)
		right = before
		if (rank == 0) print '(a)', 'persistent'
	end subroutine
#endif
end program
