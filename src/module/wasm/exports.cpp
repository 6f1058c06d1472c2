// What the page calls, and what it is called by: words in, JSON out.
//
// The page writes the words, each ended by a NUL, into the memory that attn_words gives it, and
// calls attn_answer; the answer stays where it is until the next call. What is thrown ends the
// instance: the page is told the message first, and begins another one.
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <typeinfo>

#include "module/answers.hpp"
#include "support/error.hpp"

#define ATTN_EXPORT(name) __attribute__((export_name(name), used))
#define ATTN_IMPORT(name) __attribute__((import_module("page"), import_name(name)))

extern "C" {

ATTN_IMPORT("failed") void page_failed(const char* message, std::size_t size, int by_reader);

static std::string words, answered;
static attn::PageAnswers answers;

ATTN_EXPORT("attn_words") char* attn_words(std::size_t size) {
  words.resize(size);
  return words.data();
}

ATTN_EXPORT("attn_answer") const char* attn_answer() {
  std::vector<std::string> question;
  for (std::size_t begin = 0; begin < words.size();) {
    question.emplace_back(words.c_str() + begin);
    begin += question.back().size() + 1;
  }
  answered = answers.answer(question);
  return answered.data();
}

ATTN_EXPORT("attn_answer_size") std::size_t attn_answer_size() { return answered.size(); }

// Debian's compiler-rt was built to look for these.
std::uintptr_t __stack_chk_guard = 0;
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }

// Exceptions are not caught here (-fignore-exceptions): what throws ends in these.
void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }

void __cxa_free_exception(void* memory) noexcept { std::free(memory); }

[[noreturn]] void __cxa_throw(void* thrown, std::type_info* type, void (*)(void*)) {
  const bool by_reader = *type == typeid(attn::Error);
  const std::string_view message = *type == typeid(std::bad_alloc)
                                       ? "not enough memory for this; try smaller sizes"
                                       : static_cast<std::exception*>(thrown)->what();
  page_failed(message.data(), message.size(), by_reader ? 1 : 0);
  __builtin_trap();
}

[[noreturn]] void __cxa_rethrow() { __builtin_trap(); }

}  // extern "C"
