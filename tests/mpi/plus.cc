// SPDX-License-Identifier: BSD-3-Clause
// The collectives from C++.
#include <iostream>
#include <mpi.h>
#include <numeric>
#include <vector>

int main(int argc, char **argv)
{
	int rank, ranks;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	std::vector<double> mine(100), sum(100);
	std::iota(mine.begin(), mine.end(), rank);
	MPI_Allreduce(mine.data(), sum.data(), 100, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	MPI_Allreduce(MPI_IN_PLACE, mine.data(), 100, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	bool right = mine == sum && sum[99] == ranks * (ranks - 1) / 2 + 99.0 * ranks;
	if (rank == 0)
		std::cout << (right ? "right" : "wrong") << std::endl;
	MPI_Finalize();
	return right ? 0 : 1;
}
