// OpenBLAS, loaded when it is first multiplied with.
//
// Loading it, its threads and its Fortran runtime costs several times what a page without large
// products does altogether. So the program is not linked to it: late_blas.cpp defines those names
// of its interface that xtensor-blas and the kernel call, and the first call of one loads the
// library.
#pragma once

namespace attn {

// How many threads its products may use; where it is another BLAS that cannot be told, nothing
// happens. Throws Error when no BLAS can be loaded, as every product by it does.
void limit_blas_threads(int threads);

}  // namespace attn
