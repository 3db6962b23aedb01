! SPDX-License-Identifier: BSD-3-Clause
! Buffers of mpi_f08 that are sections of arrays: with gaps, backwards, of two dimensions, on all ranks or on some. Prints
! what was right. -DLARGE: with large counts, too. -DNONBLOCKING: the module takes descriptors (TS 29113). In the environment
! NONBLOCKING: what needs that; Open MPI 6.0.0rc2's own MPI_Iallgather takes it wrongly. PARTS: what that refuses, as items
! that are not the array's elements; REFUSED: what the library refuses, too.
program sections
	use mpi_f08
	implicit none
	integer, parameter :: n = 5
	integer :: rank, ranks, right
	type(MPI_Comm) :: comm

	right = 0
	call MPI_Init()
	call MPI_Comm_rank(MPI_COMM_WORLD, rank)
	call MPI_Comm_size(MPI_COMM_WORLD, ranks)
	call MPI_Comm_dup(MPI_COMM_WORLD, comm)
	call check_bcasts(comm)
	call check_blocks(comm)
	call check_unused(comm)
	call check_whole(comm)
	if (has('PARTS')) call check_parts(comm)
#ifdef LARGE
	call check_large(comm)
#endif
	call MPI_Comm_free(comm)
#ifdef NONBLOCKING
	if (has('NONBLOCKING')) then
		call MPI_Comm_dup(MPI_COMM_WORLD, comm)
		call check_nonblocking(comm)
		call MPI_Comm_free(comm)
	end if
#endif
	if (has('REFUSED')) call check_refused(MPI_COMM_WORLD)
	if (rank == 0) print '(i0,a)', right, ' right'
	call MPI_Finalize()

contains

	logical function has(name)
		character(len=*), intent(in) :: name
		integer :: status
		call get_environment_variable(name, status=status)
		has = status == 0
	end function

	subroutine expect(what, ok)
		character(len=*), intent(in) :: what
		logical, intent(in) :: ok
		if (ok) then
			right = right + 1
		else
			print '(a,i0,a,a)', 'rank ', rank, ' wrong: ', what
			call MPI_Abort(MPI_COMM_WORLD, 1)
		end if
	end subroutine

	! The first to the last of a rank's numbers.
	function numbers(of, last) result(all_of_them)
		integer, intent(in) :: of, last
		integer :: i, all_of_them(last)
		all_of_them = [(100 * of + i, i = 1, last)]
	end function

	! Those at every other place are of the root, the others stay.
	subroutine check_bcasts(on)
		type(MPI_Comm), intent(in) :: on
		integer :: root, a(4 * n), m(n, 4)
		do root = 0, ranks - 1
			a = numbers(rank, 4 * n)
			call MPI_Bcast(a(1:2 * n:2), n, MPI_INTEGER, root, on)
			call expect('bcast', all(a(1:2 * n:2) == 100 * root + [1, 3, 5, 7, 9]))
			call expect('gaps', all(a(2:2 * n:2) == 100 * rank + [2, 4, 6, 8, 10]))
			a = numbers(rank, 4 * n)
			if (rank == root) then
				call MPI_Bcast(a(3:3 * n:3), n, MPI_INTEGER, root, on)
			else
				call MPI_Bcast(a, n, MPI_INTEGER, root, on)
				call expect('bcast of the root', all(a(:n) == 100 * root + [3, 6, 9, 12, 15]))
			end if
			a = numbers(rank, 4 * n)
			if (rank == root) then
				call MPI_Bcast(a, n, MPI_INTEGER, root, on)
			else
				call MPI_Bcast(a(n:1:-1), n, MPI_INTEGER, root, on)
				call expect('bcast backwards', all(a(n:1:-1) == numbers(root, n)))
				call expect('what is behind', all(a(n + 1:) == 100 * rank + [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]))
			end if
			m = reshape(numbers(rank, 4 * n), shape(m))
			call MPI_Bcast(m(2, :), 4, MPI_INTEGER, root, on)
			call expect('bcast of a row', all(m(2, :) == 100 * root + [2, 7, 12, 17]) .and. all(m(1, :) == 100 * rank + [1, 6, 11, 16]))
			m = reshape(numbers(rank, 4 * n), shape(m))
			call MPI_Bcast(m(2:3, 2:4), 6, MPI_INTEGER, root, on)
			call expect('bcast of a block', all(m(2:3, 2:4) == 100 * root + reshape([7, 8, 12, 13, 17, 18], [2, 3])) .and. &
				all(m(:, 1) == numbers(rank, n)))
		end do
	end subroutine

	! The own block has gaps on some ranks.
	subroutine check_blocks(on)
		type(MPI_Comm), intent(in) :: on
		integer :: i, root, own(2 * n), every(n * ranks), is(n * ranks), lengths(ranks), places(ranks)
		is = [(numbers(i, n), i = 0, ranks - 1)]
		own = -1
		own(1::2) = numbers(rank, n)
		lengths = n
		places = [(n * i, i = 0, ranks - 1)]
		every = -1
		call MPI_Allgather(own(1::2), n, MPI_INTEGER, every, n, MPI_INTEGER, on)
		call expect('allgather', all(every == is))
		every = -1
		if (rank == 1) then
			call MPI_Allgatherv(numbers(rank, n), n, MPI_INTEGER, every, lengths, places, MPI_INTEGER, on)
		else
			call MPI_Allgatherv(own(1::2), n, MPI_INTEGER, every, lengths, places, MPI_INTEGER, on)
		end if
		call expect('allgatherv', all(every == is))
		do root = 0, ranks - 1
			every = -1
			call MPI_Gather(own(1::2), n, MPI_INTEGER, every, n, MPI_INTEGER, root, on)
			call expect('gather', all(every == merge(is, -1, rank == root)))
			every = -1
			if (rank == root) then
				call MPI_Gatherv(numbers(rank, n), n, MPI_INTEGER, every, lengths, places, MPI_INTEGER, root, on)
			else
				call MPI_Gatherv(own(1::2), n, MPI_INTEGER, every, lengths, places, MPI_INTEGER, root, on)
			end if
			call expect('gatherv', all(every == merge(is, -1, rank == root)))
			own = -1
			call MPI_Scatter(is, n, MPI_INTEGER, own(1::2), n, MPI_INTEGER, root, on)
			call expect('scatter', all(own(1::2) == numbers(rank, n)) .and. all(own(2::2) == -1))
			own(1::2) = -1
			call MPI_Scatterv(is, lengths, places, MPI_INTEGER, own(1::2), n, MPI_INTEGER, root, on)
			call expect('scatterv', all(own(1::2) == numbers(rank, n)) .and. all(own(2::2) == -1))
		end do
	end subroutine

	! Gaps in buffers that do not count: of another rank than the root, or beside MPI_IN_PLACE.
	subroutine check_unused(on)
		type(MPI_Comm), intent(in) :: on
		integer :: i, every(n * ranks), is(n * ranks), none(20), own(n), total(n)
		is = [(numbers(i, n), i = 0, ranks - 1)]
		none = -1
		every = -1
		total = -1
		own = numbers(rank, n)
		if (rank == 1) then
			every(n + 1:2 * n) = own
			call MPI_Gather(MPI_IN_PLACE, 0, MPI_INTEGER, every, n, MPI_INTEGER, 1, on)
			call expect('gather in place', all(every == is))
			call MPI_Scatter(is, n, MPI_INTEGER, MPI_IN_PLACE, n, MPI_INTEGER, 1, on)
			if (has('PARTS')) then
				call MPI_Reduce(MPI_IN_PLACE, own, n, MPI_INTEGER, MPI_SUM, 1, on)
				call expect('reduce in place', all(own == [(ranks * i + 50 * ranks * (ranks - 1), i = 1, n)]))
			end if
		else
			call MPI_Gather(own, n, MPI_INTEGER, none(1::2), n, MPI_INTEGER, 1, on)
			call MPI_Scatter(none(1::2), n, MPI_INTEGER, total, n, MPI_INTEGER, 1, on)
			call expect('scatter', all(total == own))
			if (has('PARTS')) call MPI_Reduce(own, none(1::2), n, MPI_INTEGER, MPI_SUM, 1, on)
		end if
		call expect('what does not count', all(none == -1))
	end subroutine

	! Sections without gaps, and what is no array.
	subroutine check_whole(on)
		type(MPI_Comm), intent(in) :: on
		integer :: m(n, 4), one
		integer, allocatable :: made(:)
		character(len=8) :: word
		m = reshape(numbers(rank, 4 * n), shape(m))
		call MPI_Bcast(m(:, 2:3), 2 * n, MPI_INTEGER, 1, on)
		call MPI_Bcast(m(1:1, 1:4:3), 1, MPI_INTEGER, 1, on)
		call MPI_Bcast(m(2:1, 1:4:3), 0, MPI_INTEGER, 1, on)
		call expect('bcast of columns', all(m(:, 2:3) == reshape(100 + [6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [n, 2])) .and. m(1, 1) == 101)
		allocate (made(n))
		made = numbers(rank, n)
		call bcast_any_size(made, on)
		call expect('bcast of any size', all(made == numbers(1, n)))
		one = rank
		call MPI_Bcast(one, 1, MPI_INTEGER, 1, on)
		word = merge('the root', 'it is me', rank == 1)
		call MPI_Bcast(word, 8, MPI_CHARACTER, 1, on)
		call expect('bcast of scalars', one == 1 .and. word == 'the root')
		m = reshape(numbers(rank, 4 * n), shape(m))
		call MPI_Allreduce(MPI_IN_PLACE, m(:, 2), n, MPI_INTEGER, MPI_MAX, on)
		call expect('allreduce of a column', all(m(:, 2) == 100 * (ranks - 1) + [6, 7, 8, 9, 10]))
	end subroutine

	subroutine bcast_any_size(array, on)
		integer, intent(inout) :: array(*)
		type(MPI_Comm), intent(in) :: on
		call MPI_Bcast(array, n, MPI_INTEGER, 1, on)
	end subroutine

	! Items of other lengths than the elements, and some elements of a section.
	subroutine check_parts(on)
		type(MPI_Comm), intent(in) :: on
		integer :: i, m(n, 4), a(4 * n)
		character(len=8) :: words(6)
		type(MPI_Datatype) :: first, resized
		m = reshape(numbers(rank, 4 * n), shape(m))
		call MPI_Bcast(m(2:3, 2:4), 3, MPI_INTEGER, 1, on)
		call expect('bcast of a row and a half', all(m(2:3, 2) == [107, 108]) .and. m(2, 3) == 112 .and. m(3, 3) == 100 * rank + 13)
		words = [(repeat(achar(iachar('a') + i + 10 * rank), 8), i = 0, 5)]
		call MPI_Bcast(words(1:5:2), 20, MPI_CHARACTER, 0, on)
		call expect('bcast of letters', words(1) == 'aaaaaaaa' .and. words(3) == 'cccccccc' .and. words(5)(:4) == 'eeee')
		call expect('letters that stay', rank == 0 .or. (words(5)(5:) == repeat(achar(iachar('e') + 10 * rank), 4) .and. &
			words(2) == repeat(achar(iachar('b') + 10 * rank), 8)))
		a = numbers(rank, 4 * n)
		call MPI_Bcast(a(1::2), 4, MPI_2INTEGER, 1, on)
		call expect('bcast of pairs', all(a(1:15:2) == 100 + [1, 3, 5, 7, 9, 11, 13, 15]) .and. a(17) == 100 * rank + 17)
		! Each item has the first two letters of an element.
		call MPI_Type_contiguous(2, MPI_CHARACTER, first)
		call MPI_Type_create_resized(first, 0_MPI_ADDRESS_KIND, 8_MPI_ADDRESS_KIND, resized)
		call MPI_Type_commit(resized)
		words = [(repeat(achar(iachar('a') + i + 10 * rank), 8), i = 0, 5)]
		call MPI_Bcast(words(6:1:-2), 2, resized, 2, on)
		call expect('bcast of parts', words(6)(:2) == 'zz' .and. words(4)(:2) == 'xx' .and. &
			words(6)(3:) == repeat(achar(iachar('f') + 10 * rank), 6) .and. words(2) == repeat(achar(iachar('b') + 10 * rank), 8))
		call MPI_Type_free(resized)
		call MPI_Type_free(first)
	end subroutine

#ifdef LARGE
	subroutine check_large(on)
		type(MPI_Comm), intent(in) :: on
		integer :: i, a(2 * n), every(n * ranks)
		integer(MPI_COUNT_KIND) :: count, lengths(ranks)
		integer(MPI_ADDRESS_KIND) :: places(ranks)
		count = n
		lengths = n
		places = [(n * (ranks - i), i = 1, ranks)]
		a = numbers(rank, 2 * n)
		call MPI_Bcast(a(1::2), count, MPI_INTEGER, 1, on)
		call expect('bcast with a large count', all(a(1::2) == 100 + [1, 3, 5, 7, 9]) .and. a(2) == 100 * rank + 2)
		a = numbers(rank, 2 * n)
		call MPI_Allgatherv(a(1::2), count, MPI_INTEGER, every, lengths, places, MPI_INTEGER, on)
		call expect('allgatherv with large counts', all(every == [(100 * (ranks - i) + [1, 3, 5, 7, 9], i = 1, ranks)]))
		call MPI_Allreduce(MPI_IN_PLACE, a, count, MPI_INTEGER, MPI_MIN, on)
		call expect('allreduce with a large count', all(a(:n) == numbers(0, n)) .and. a(n + 1) == 100 * rank + n + 1)
	end subroutine
#endif

#ifdef NONBLOCKING
	! All at a time.
	subroutine check_nonblocking(on)
		type(MPI_Comm), intent(in) :: on
		integer :: i
		integer, asynchronous :: a(2 * n), m(n, 4), own(2 * n), every(n * ranks), gathered(n * ranks), is(n * ranks), total(n)
		type(MPI_Request) :: requests(6)
		is = [(numbers(i, n), i = 0, ranks - 1)]
		a = numbers(rank, 2 * n)
		m = reshape(numbers(rank, 4 * n), shape(m))
		own = -1
		every = -1
		gathered = -1
		call MPI_Ibcast(a(1::2), n, MPI_INTEGER, 1, on, requests(1))
		call MPI_Ibcast(m(2:3, 2:4), 6, MPI_INTEGER, 0, on, requests(2))
		call MPI_Iallgather(is(n * rank + n:n * rank + 1:-1), n, MPI_INTEGER, every, n, MPI_INTEGER, on, requests(3))
		call MPI_Iscatter(is, n, MPI_INTEGER, own(1::2), n, MPI_INTEGER, 2, on, requests(4))
		call MPI_Igather(is(n * rank + n:n * rank + 1:-1), n, MPI_INTEGER, gathered, n, MPI_INTEGER, 1, on, requests(5))
		call MPI_Iallreduce(is(:n), total, n, MPI_INTEGER, MPI_SUM, on, requests(6))
		call MPI_Waitall(6, requests, MPI_STATUSES_IGNORE)
		call expect('ibcast', all(a(1::2) == 100 + [1, 3, 5, 7, 9]) .and. all(a(2::2) == 100 * rank + [2, 4, 6, 8, 10]))
		call expect('ibcast of a block', all(m(2:3, 2:4) == reshape([7, 8, 12, 13, 17, 18], [2, 3])) .and. m(4, 2) == 100 * rank + 9)
		call expect('iallgather', all(every == [(is(n * i + n:n * i + 1:-1), i = 0, ranks - 1)]))
		call expect('iscatter', all(own(1::2) == numbers(rank, n)) .and. all(own(2::2) == -1))
		call expect('igather', all(gathered == merge(every, -1, rank == 1)))
		call expect('iallreduce', all(total == ranks * is(:n)))
	end subroutine
#endif

	! On all ranks, so that none waits.
	subroutine check_refused(on)
		type(MPI_Comm), intent(in) :: on
		integer :: e, a(4 * n), every(2 * n * ranks)
		type(MPI_Request) :: request
		a = 0
		every = -1
		call MPI_Comm_set_errhandler(on, MPI_ERRORS_RETURN)
		call MPI_Allreduce(a(1::2), every, n, MPI_INTEGER, MPI_SUM, on, e)
		call expect('allreduce is refused', e /= MPI_SUCCESS)
		call MPI_Iallreduce(a, every(1::2), n, MPI_INTEGER, MPI_SUM, on, request, e)
		call expect('iallreduce is refused', e /= MPI_SUCCESS)
		call MPI_Allgather(a, n, MPI_INTEGER, every(1::2), n, MPI_INTEGER, on, e)
		call expect('allgather is refused', e /= MPI_SUCCESS)
		call MPI_Bcast(a(1:9:2), 6, MPI_INTEGER, 0, on, e)
		call expect('more than there is is refused', e /= MPI_SUCCESS)
		call MPI_Ibcast(a(1:9:2), 6, MPI_INTEGER, 0, on, request, e)
		call expect('more than there is is refused, nonblocking', e /= MPI_SUCCESS)
		call MPI_Comm_set_errhandler(on, MPI_ERRORS_ARE_FATAL)
	end subroutine
end program
