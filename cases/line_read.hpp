// How the value of each key is read from text into a draft; line_keys.cpp makes a table of them.
#pragma once

#include "cases/draft.hpp"

#include <string_view>

namespace attest {

void read_batch(Draft&, std::string_view text);
void read_heads(Draft&, std::string_view text);
void read_dim(Draft&, std::string_view text);
void read_steps(Draft&, std::string_view text);
void read_cache(Draft&, std::string_view text);
void read_keys(Draft&, std::string_view text);
void read_mask(Draft&, std::string_view text);
void read_pad(Draft&, std::string_view text);
void read_is_causal(Draft&, std::string_view text);
void read_form(Draft&, std::string_view text);
void read_mask_shape(Draft&, std::string_view text);
void read_mask_dtype(Draft&, std::string_view text);
void read_offset(Draft&, std::string_view text);
void read_rows(Draft&, std::string_view text);
void read_dtype(Draft&, std::string_view text);
void read_scale(Draft&, std::string_view text);
void read_softcap(Draft&, std::string_view text);
void read_sink(Draft&, std::string_view text);
void read_alibi(Draft&, std::string_view text);
void read_layout(Draft&, std::string_view text);
void read_memory(Draft&, std::string_view text);
void read_unfilled(Draft&, std::string_view text);
void read_data(Draft&, std::string_view text);
void read_seed(Draft&, std::string_view text);

} // namespace attest
