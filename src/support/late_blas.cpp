#include "support/late_blas.hpp"

#include <dlfcn.h>

#include "support/error.hpp"

namespace attn {

namespace {

void* loaded_blas() {
  static void* const library = [] {
    for (const char* name : {"libopenblas.so.0", "libblas.so.3"}) {
      if (void* found = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return found;
    }
    throw Error("libopenblas.so.0 could not be loaded; install OpenBLAS (Debian: libopenblas0)");
  }();
  return library;
}

template <typename Function>
Function* found(const char* name) {
  return reinterpret_cast<Function*>(dlsym(loaded_blas(), name));
}

template <typename Function>
Function* needed(const char* name) {
  if (Function* const function = found<Function>(name)) return function;
  throw Error("the BLAS of this machine has no {}; install OpenBLAS (Debian: libopenblas0)", name);
}

}  // namespace

void limit_blas_threads(int threads) {
  static const auto set = found<void(int)>("openblas_set_num_threads");
  if (set != nullptr) set(threads);
}

}  // namespace attn

// The C interface; enumerations are passed as int. A definition here stands for each name that is
// linked: calls inside the library itself do not come this way.
extern "C" {

void cblas_dgemm(int order, int transpose_a, int transpose_b, int rows, int columns, int inner,
                 double alpha, const double* a, int a_step, const double* b, int b_step,
                 double beta, double* c, int c_step) {
  static const auto run = attn::needed<decltype(cblas_dgemm)>("cblas_dgemm");
  run(order, transpose_a, transpose_b, rows, columns, inner, alpha, a, a_step, b, b_step, beta, c,
      c_step);
}

void cblas_dsyrk(int order, int triangle, int transpose, int rows, int inner, double alpha,
                 const double* a, int a_step, double beta, double* c, int c_step) {
  static const auto run = attn::needed<decltype(cblas_dsyrk)>("cblas_dsyrk");
  run(order, triangle, transpose, rows, inner, alpha, a, a_step, beta, c, c_step);
}

// The Fortran interface: column-major.
void sgemm_(const char* transpose_a, const char* transpose_b, const int* rows, const int* columns,
            const int* inner, const float* alpha, const float* a, const int* a_step, const float* b,
            const int* b_step, const float* beta, float* c, const int* c_step) {
  static const auto run = attn::needed<decltype(sgemm_)>("sgemm_");
  run(transpose_a, transpose_b, rows, columns, inner, alpha, a, a_step, b, b_step, beta, c, c_step);
}

}  // extern "C"
