# What every target of attest has in common: the language, warnings, sanitizers, ccache, and how its tests are added.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# All executables lie beside each other: `attest` looks for its testees there.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(ATTEST_CCACHE ccache)
  if(ATTEST_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${ATTEST_CCACHE})
  endif()
endif()

# Linked PRIVATE by our own targets only, so that no library's headers are held to our warnings.
# -Wno-restrict: GCC 12 sees overlaps in joined strings that are none (GCC bug 105651).
# -ffp-contract=off: a fused multiply-add would change the bits that the contract fixes.
add_library(attest_flags INTERFACE)
target_include_directories(attest_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(attest_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
                                              -ffp-contract=off $<$<BOOL:${ATTEST_WERROR}>:-Werror>)
if(ATTEST_SANITIZE)
  target_compile_options(attest_flags INTERFACE -fsanitize=${ATTEST_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(attest_flags INTERFACE -fsanitize=${ATTEST_SANITIZE})
  # Under sanitizers GCC 12 takes members of a moved variant for uninitialised; the release preset keeps the warning.
  target_compile_options(attest_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()

# What takes seconds to read is read once. -fpch-preprocess lets ccache look inside. No file may lean on it for its includes:
# the clang preset builds without.
function(attest_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endfunction()

# attest_tests(FLOOR SOURCES... [LINK targets...]): the test executable of a floor, one CTest entry each.
function(attest_tests floor)
  if(NOT ATTEST_TESTS)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "LINK" ${ARGN})
  add_executable(attest_${floor}_tests ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(attest_${floor}_tests PRIVATE attest_flags attest_${floor} ${arg_LINK} Catch2::Catch2WithMain rapidcheck::rapidcheck)
  # The code of a test is read by the compiler more often than it runs: what it tests lies in the library, as optimised as ever.
  target_compile_options(attest_${floor}_tests PRIVATE -O0)
  attest_precompile(attest_${floor}_tests ${PROJECT_SOURCE_DIR}/cases/testing.hpp <nlohmann/json.hpp>)
  set_target_properties(attest_${floor}_tests PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  add_test(NAME ${floor} COMMAND attest_${floor}_tests)
  set_tests_properties(${floor} PROPERTIES ENVIRONMENT
    "ATTEST_SOURCE_DIR=${PROJECT_SOURCE_DIR};ATTEST_BINARY_DIR=${PROJECT_BINARY_DIR};RC_PARAMS=seed=1 max_success=${ATTEST_TRIES}")
endfunction()
