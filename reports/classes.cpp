// The list of classes.
#include "reports/classes.hpp"

namespace attest::reports {

const std::vector<ClassEntry>& classes() {
  static const std::vector<ClassEntry> list = {
      {"crash", "the testee died before a whole reply"},
      {"timeout", "no whole reply came in time"},
      {"protocol", "the reply is not a right frame or does not fit the request"},
      {"throw", "the backend threw on a case inside its declaration"},
      {"refusal", "the backend refused a case inside its declaration"},
      {"shape", "an output has a wrong shape"},
      {"dtype", "an output has a wrong element type"},
      {"row.nan", "rows that see nothing hold NaN against the declaration"},
      {"row.zero", "rows that see nothing hold zeros against the declaration"},
      {"row.uniform", "rows that see nothing hold the mean of v against the declaration"},
      {"row.value", "rows that see nothing hold some other value against the declaration"},
      {"nonfinite", "NaN or infinity in a row that sees something"},
      {"flag.ignored", "the answer is that of the same case with is_causal unset"},
      {"flag.forced", "the answer is that of is_causal=true"},
      {"align.top_left", "the answer is that of a first query with index 0"},
      {"align.bottom_right", "the answer is that of a last query on the last slot"},
      {"leak.batch", "a row reads keys of another sequence"},
      {"leak.unfilled", "a row reads slots that hold no token"},
      {"leak.evicted", "a row reads tokens that the cache has dropped"},
      {"leak.padding", "a row reads pad keys"},
      {"leak.future", "a row reads keys that come later than it may see"},
      {"leak.document", "a row reads keys of another document"},
      {"leak.chunk", "a row reads keys of another chunk"},
      {"leak.window", "a row reads keys outside its window"},
      {"leak.other", "a row reads keys that the mask hides otherwise"},
      {"drop.window", "the window is too short"},
      {"drop.chunk", "the chunk begins too late"},
      {"drop.future", "keys later than the query are missing"},
      {"drop.visible", "keys that a row should read are missing"},
      {"mask.inverted", "the answer is that of the inverted mask"},
      {"mask.ignored", "the answer is that of no mask at all"},
      {"pad.swapped", "the answer is that of left and right pads exchanged"},
      {"mask.broadcast", "the answer is that of another batch row's mask"},
      {"head_map", "query heads read the wrong kv head"},
      {"leak.head", "a head reads from several kv heads"},
      {"scale", "the scores are scaled wrongly"},
      {"softcap", "the softcap is left out"},
      {"sink", "the attention sink is left out"},
      {"bias", "the ALiBi bias is left out or has the wrong sign"},
      {"precision", "the right keys are read, but the numbers are outside the bound"},
      {"declaration", "the backend answered, wrongly, what it had not declared"},
  };
  return list;
}

} // namespace attest::reports
