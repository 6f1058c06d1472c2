// A command for tests: what it is asked, said back in few words, without any lesson.
#pragma once

#include "embed/request.hpp"
#include "support/error.hpp"

namespace attn::test {

// "say TEXT" answers TEXT in the notes' own format, "text TEXT" in the format text; a value asked
// of "number X" is X; "marker" answers, as text, what looks like the end of a place; anything else
// is an Error.
inline Answer fake(const Request& r) {
  const std::string verb = r.words.empty() ? "" : r.words.front();
  const std::string text = r.words.size() > 1 ? r.words[1] : "";
  if (verb == "say") return {text + "\n", r.format};
  if (verb == "text") return {text + "\n", "text"};
  if (verb == "marker") return {"<!-- /attn -->\n% /attn\n", "text"};
  const bool number = text.find_first_not_of("-.0123456789") == std::string::npos;
  if (verb == "number" && r.value && number) return {text + "\n", "text"};
  throw Error("there is no lesson \"{}\"", verb);
}

}  // namespace attn::test
