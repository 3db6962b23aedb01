// SPDX-License-Identifier: BSD-3-Clause
// A program in Go, whose runtime has signals, stacks and threads of its own: sums of 200 allreduces between collections of
// garbage. Prints "right N" with N ranks.
package main

/*
#include <mpi.h>
static int sum(void *from, void *to, int n)
{
	return MPI_Allreduce(from, to, n, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
}
static int begin(int *rank, int *ranks)
{
	int level;
	MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
	MPI_Comm_rank(MPI_COMM_WORLD, rank);
	MPI_Comm_size(MPI_COMM_WORLD, ranks);
	return level >= MPI_THREAD_SERIALIZED;
}
*/
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"
)

const length = 1000

func main() {
	var rank, ranks C.int
	if C.begin(&rank, &ranks) == 0 {
		fmt.Println("threads are refused")
		os.Exit(1)
	}
	done := make(chan bool)
	go func() { // on a thread other than that of MPI_Init, as goroutines are
		runtime.LockOSThread()
		from, to := make([]int64, length), make([]int64, length)
		for k := 0; k < 200; k++ {
			for i := range from {
				from[i] = int64(int(rank) + i + k)
			}
			C.sum(unsafe.Pointer(&from[0]), unsafe.Pointer(&to[0]), length)
			for i := range to {
				if n := int(ranks); to[i] != int64(n*(i+k)+n*(n-1)/2) {
					fmt.Println("wrong", k, i, to[i])
					os.Exit(1)
				}
			}
			if k%50 == 0 {
				runtime.GC()
			}
		}
		done <- true
	}()
	<-done
	if rank == 0 {
		fmt.Println("right", ranks)
	}
	C.MPI_Finalize()
}
