// A report file that is whole or not there: written aside and renamed at the end.
#pragma once

#include <string>

namespace attest::reports {

/// Opened before a run, so that an unwritable place, or a pipe that nobody reads, is found out before any
/// work. What is neither a new nor a regular file (a pipe, a device) is written in place at the end.
class OutputFile {
public:
  /// Throws InputError (file) if nothing can be written there.
  explicit OutputFile(const std::string& path);
  /// Removes what was written aside if it was never committed.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Writes all and puts it in place; throws InputError (file).
  void commit(const std::string& text);

private:
  std::string path_;
  std::string aside_;   ///< empty: written in place
  int descriptor_ = -1; ///< of the place, or of what is aside; -1 once committed
};

} // namespace attest::reports
