# SPDX-License-Identifier: BSD-3-Clause
# Spack's recipe: put it into packages/ringgen/ of a repository of recipes, beside a checkout ('spack develop').
from spack.package import *


class Ringgen(MakefilePackage):
    """Reads how a cluster is wired, proves a contention-free ring, and emits C collectives for MPI."""

    # No release is published: 'spack develop --path CHECKOUT ringgen@=0.6.0' tells where the sources are.
    version("0.6.0")

    license("BSD-3-Clause")

    variant(
        "mpi",
        default="mpich",
        values=("mpich", "openmpi"),
        multi=False,
        description="The MPI library that libringgen is built for",
    )

    depends_on("c", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("hwloc@2:")
    depends_on("libxml2")
    depends_on("json-c")
    depends_on("libyaml")
    depends_on("mpich", when="mpi=mpich")
    depends_on("openmpi", when="mpi=openmpi")

    def make_arguments(self):
        # Spack's wrapper of the compiler has the name cc: the Makefile asks for a gcc or clang by name.
        compiler = "clang" if self.spec.satisfies("%clang") else "gcc"
        return [f"MPI={self.spec.variants['mpi'].value}", f"CC={compiler}"]

    def build(self, spec, prefix):
        make(*self.make_arguments())

    def install(self, spec, prefix):
        make("install", f"PREFIX={prefix}", *self.make_arguments())
