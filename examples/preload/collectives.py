# SPDX-License-Identifier: BSD-3-Clause
# mpi4py: collectives of buffers and of Python's objects against what they must be. Prints what was compared.
from array import array
from mpi4py import MPI

comm = MPI.COMM_WORLD
me, P = comm.Get_rank(), comm.Get_size()
right = 0


def same(what, found, wanted):
    global right
    if list(found) != list(wanted):
        raise SystemExit(f"rank {me}: {what} is wrong: {list(found)[:8]}, not {list(wanted)[:8]}")
    right += 1


def zeros(n):
    return array("d", bytes(8 * n))


for on in (comm, comm.Dup()):
    for n in (1, 1000, 200000):
        mine = array("d", (me + i for i in range(n)))
        total = [P * i + P * (P - 1) / 2 for i in range(n)]
        out = zeros(n)
        on.Allreduce(mine, out, op=MPI.SUM)
        same("Allreduce", out, total)
        out = zeros(n)
        on.Iallreduce(mine, out, op=MPI.SUM).Wait()
        same("Iallreduce", out, total)
        out = array("d", mine)
        on.Allreduce(MPI.IN_PLACE, out, op=MPI.MAX)
        same("Allreduce in place", out, (P - 1 + i for i in range(n)))
        out = zeros(P * n)
        on.Allgather(mine, out)
        same("Allgather", out, (r + i for r in range(P) for i in range(n)))

        counts = [n + r for r in range(P)]
        mine = array("d", (me + i for i in range(counts[me])))
        out = zeros(sum(counts))
        on.Allgatherv(mine, (out, counts))
        same("Allgatherv", out, (r + i for r in range(P) for i in range(counts[r])))
        mine = array("d", (me + i for i in range(sum(counts))))
        first = sum(counts[:me])
        out = zeros(counts[me])
        on.Reduce_scatter(mine, out, counts)
        same("Reduce_scatter", out, (P * (first + i) + P * (P - 1) / 2 for i in range(counts[me])))

    same("allgather", on.allgather({"rank": me, "text": "x" * me}), [{"rank": r, "text": "x" * r} for r in range(P)])
    same("allreduce", on.allreduce([me], op=MPI.SUM), range(P))  # lists: in the order of the ranks

if me == 0:
    print(f"{right} results on {P} ranks are right")
