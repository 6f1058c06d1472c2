#include "support/size.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/error.hpp"

using namespace attn;

namespace {

constexpr Integer kGibi = Integer{1} << 30;

std::string refusal(const std::string& text) {
  try {
    parse_size(text, "--fit");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_SUITE("a size") {
  TEST_CASE("is shown in the largest unit of which there is one") {
    CHECK(natural_size(0) == "0 B");
    CHECK(natural_size(256) == "256 B");
    CHECK(natural_size(1023) == "1023 B");
    CHECK(natural_size(1024) == "1.0 KiB");
    CHECK(natural_size(32768) == "32.0 KiB");
    CHECK(natural_size(4 * kGibi) == "4.0 GiB");
  }

  TEST_CASE("is shown in powers of 1000 on request") {
    CHECK(natural_size(999, SizeUnits::si) == "999 B");
    CHECK(natural_size(1000, SizeUnits::si) == "1.0 kB");
    CHECK(natural_size(4 * kGibi, SizeUnits::si) == "4.3 GB");
  }

  TEST_CASE("is rounded half up from the exact count, at any magnitude") {
    CHECK(natural_size(1024 + 51) == "1.0 KiB");  // 51.2 would be half
    CHECK(natural_size(1024 + 52) == "1.1 KiB");
    CHECK(natural_size(1049, SizeUnits::si) == "1.0 kB");
    CHECK(natural_size(1050, SizeUnits::si) == "1.1 kB");
    CHECK(natural_size((Integer{1} << 82) + 1) == "4.0 YiB");
    CHECK(natural_size((((Integer{1} << 126) - 1) << 1) + 1) == "140737488355328.0 YiB");
  }

  TEST_CASE("carries from the tenths into the whole") {
    CHECK(natural_size(2047) == "2.0 KiB");
    CHECK(natural_size(1999, SizeUnits::si) == "2.0 kB");
  }

  TEST_CASE("goes no further than MiB below a million of them, where rows are to compare") {
    CHECK(megabyte_size(256) == "256 B");
    CHECK(megabyte_size(kGibi) == "1024.0 MiB");
    CHECK(megabyte_size(4 * kGibi) == "4096.0 MiB");
    CHECK(megabyte_size(4 * kGibi, SizeUnits::si) == "4295.0 MB");
    CHECK(megabyte_size(999'999 * (kGibi / 1024)) == "999999.0 MiB");
    CHECK(megabyte_size(1024 * kGibi) == "1.0 TiB");
  }

  TEST_CASE("is read with its unit, a space between them or none") {
    CHECK(parse_size("24GiB", "--fit") == 24 * kGibi);
    CHECK(parse_size("80GB", "--fit") == Integer{80'000'000'000});
    CHECK(parse_size("512 MiB", "--fit") == kGibi / 2);
    CHECK(parse_size("1B", "--fit") == 1);
    CHECK(parse_size("7kB", "--fit") == 7000);
  }

  TEST_CASE("is read with a fraction, rounded down to whole bytes") {
    CHECK(parse_size("1.5GiB", "--fit") == 3 * kGibi / 2);
    CHECK(parse_size("0.1KiB", "--fit") == 102);
    CHECK(parse_size("00.0010kB", "--fit") == 1);
  }

  TEST_CASE("is exact for the largest that can be written") {
    CHECK(parse_size("999999999999999999EiB", "--fit") / (Integer{1} << 60) ==
          Integer{999'999'999'999'999'999});
  }

  TEST_CASE("without a unit is refused with both that were perhaps meant") {
    CHECK(refusal("12") == "--fit: \"12\" lacks its unit; write 12GiB or 12GB");
  }

  TEST_CASE("of an unknown unit is refused with those that there are") {
    CHECK(refusal("1XB") ==
          "--fit: \"1XB\" has no unit \"XB\"; use B, KiB, MiB, GiB, TiB, PiB, EiB (powers of 1024) "
          "or kB, MB, GB, TB, PB, EB (powers of 1000)");
  }

  TEST_CASE("of a unit that could be two is refused") {
    for (const char* text : {"24G", "24gb", "24Gb", "24gib", "24K"}) {
      CHECK(refusal(text).find("has no unit") != std::string::npos);
    }
  }

  TEST_CASE("below a byte is refused") {
    for (const char* text : {"0", "0GiB", "0.0", "0.9B", "0.0001kB"}) {
      CHECK(refusal(text).find("is less than a byte") != std::string::npos);
    }
  }

  TEST_CASE("that is no number is refused with one that is") {
    for (const char* text : {"", "GiB", "-1GiB", "+1GiB", ".5GiB", "1.GiB", "1.2.3GiB", "1e3GiB ",
                             "1234567890123456789GiB", " 1GiB", "inf", "nan", "٣GiB"}) {
      CAPTURE(text);
      CHECK(refusal(text).starts_with("--fit: \""));
    }
    CHECK(refusal("-1GiB") ==
          "--fit: \"-1GiB\" is not a size; write a number and its unit, such as 24GiB");
  }
}
