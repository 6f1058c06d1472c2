#include "practice/remarks.hpp"

namespace attn::practice {

namespace {

std::string slip_remark(Slip slip) {
  switch (slip) {
    case Slip::truncated:
      return "cut off; round the last digit";
    case Slip::rounded_early:
      return "rounded on the way; carry more digits";
    case Slip::fewer_digits:
      return "right, one digit short";
    case Slip::none:
      break;
  }
  return "";
}

}  // namespace

std::string remark_on(const Judgement& j) {
  switch (j.verdict) {
    case Verdict::right:
      return "right";
    case Verdict::follows:
      return "right, given your earlier step";
    case Verdict::rounding:
      return slip_remark(j.slip) + (j.from_own ? "; else right, given your earlier step" : "");
    case Verdict::wrong:
      return "wrong";
    case Verdict::empty:
      return "empty";
    case Verdict::unread:
      break;
  }
  return "not read: " + j.refused;
}

}  // namespace attn::practice
