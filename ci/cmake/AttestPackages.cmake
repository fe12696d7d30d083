# The libraries that attest stands on. Each is looked for on the machine first; what is missing is fetched, unless
# FETCHCONTENT_FULLY_DISCONNECTED says that nothing may be.
include(FetchContent)

FetchContent_Declare(nlohmann_json GIT_REPOSITORY https://github.com/nlohmann/json GIT_TAG v3.11.3 FIND_PACKAGE_ARGS 3.11 CONFIG)
FetchContent_Declare(fmt GIT_REPOSITORY https://github.com/fmtlib/fmt GIT_TAG 10.2.1 FIND_PACKAGE_ARGS 9...<12 CONFIG)
FetchContent_Declare(CLI11 GIT_REPOSITORY https://github.com/CLIUtils/CLI11 GIT_TAG v2.4.2 FIND_PACKAGE_ARGS 2.1 CONFIG)
FetchContent_Declare(rapidcheck GIT_REPOSITORY https://github.com/emil-e/rapidcheck GIT_TAG ff6af6fc683159deb51c543b065eba14dfcf329b FIND_PACKAGE_ARGS CONFIG)
FetchContent_MakeAvailable(nlohmann_json fmt CLI11 rapidcheck)
if(ATTEST_TESTS)
  FetchContent_Declare(Catch2 GIT_REPOSITORY https://github.com/catchorg/Catch2 GIT_TAG v3.7.1 FIND_PACKAGE_ARGS CONFIG)
  FetchContent_MakeAvailable(Catch2)
endif()

# A misspelt plain target name silently becomes a linker flag; a namespaced one fails at configure time.
if(TARGET rapidcheck AND NOT TARGET rapidcheck::rapidcheck)
  add_library(rapidcheck::rapidcheck ALIAS rapidcheck)
endif()
set(wanted nlohmann_json::nlohmann_json fmt::fmt CLI11::CLI11 rapidcheck::rapidcheck)
if(ATTEST_TESTS)
  list(APPEND wanted Catch2::Catch2WithMain)
endif()
foreach(target IN LISTS wanted)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "attest needs ${target}, which is neither installed nor could be fetched; on Debian, ci/setup installs it.")
  endif()
endforeach()

if(ATTEST_TORCH)
  # An existing Torch is taken as CMake takes any package: -DCMAKE_PREFIX_PATH=DIR or TORCH_PREFIX=DIR in the environment.
  if(DEFINED ENV{TORCH_PREFIX})
    list(APPEND CMAKE_PREFIX_PATH $ENV{TORCH_PREFIX})
  endif()
  file(GLOB venv_torch ${PROJECT_SOURCE_DIR}/.attest/venv/lib/python3*/site-packages/torch/share/cmake)
  list(APPEND CMAKE_PREFIX_PATH ${venv_torch})
  find_package(Torch CONFIG QUIET)
  if(NOT Torch_FOUND)
    message(FATAL_ERROR "attest-torch needs LibTorch: run ci/setup, or set TORCH_PREFIX to a Torch that has share/cmake/Torch, "
                        "or build without it by -DATTEST_TORCH=OFF.")
  endif()
endif()

if(ATTEST_TESTS)
  # The environment of ci/setup has numpy and jsonschema; tests that need them say so and are skipped without.
  find_program(ATTEST_PYTHON python HINTS ${PROJECT_SOURCE_DIR}/.attest/venv/bin NO_DEFAULT_PATH)
  find_program(ATTEST_PYTHON python3 REQUIRED)
endif()
