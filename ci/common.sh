# What the ci/ scripts share: where things are, how they speak, how they get root. Sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$root/.attest/venv
torch_version=2.13.0
# ccache finds the same object again from another build folder or checkout.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
# What ccache asks for before it takes precompiled headers.
export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime

say() { printf '%s\n' "$*" >&2; }
die() { doing=; say "$(basename "$0"): $*"; exit 1; }

# timed WHAT COMMAND... : runs a command and says how long it took, or that it failed. Not by `|| die`: that would switch
# `set -e` off inside the command's own functions.
doing=
trap '[ -z "$doing" ] || say "$(basename "$0"): $doing failed (see above)"' EXIT
timed() {
  local started=$SECONDS
  doing=$1
  shift
  say "-- $doing"
  "$@"
  say "-- $doing: $((SECONDS - started)) s"
  doing=
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else die "'$*' needs root: run it as root or install sudo"
  fi
}

jobs=$(nproc)
