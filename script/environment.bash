# shellcheck shell=bash
# What the other scripts share; they source it, which takes them to the root of the checkout.

readonly required_swift=6.2

die() {
  printf '%s: %s\n' "script/${0##*/}" "$1" >&2
  exit "${2:-1}"
}

# step WORDS COMMAND...: says what is done and how long it took.
step() {
  local words=$1 start=$SECONDS status=0
  shift
  printf '==> %s\n' "$words"
  "$@" || status=$?
  if ((status != 0)); then
    printf '==> %s: failed after %d s (exit %d)\n' "$words" "$((SECONDS - start))" "$status" >&2
    exit "$status"
  fi
  printf '==> %s: done in %d s\n' "$words" "$((SECONDS - start))"
}

is_swift_usable() {
  local version
  version=$("$1" --version 2>/dev/null) || return 1
  [[ $version =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]] || return 1
  ((BASH_REMATCH[1] * 1000 + BASH_REMATCH[2] >= ${required_swift%.*} * 1000 + ${required_swift#*.}))
}

# Puts a Swift that is new enough into PATH, or ends the script with words about what to do.
use_swift() {
  local candidate
  for candidate in "$(command -v swift || true)" /opt/swift/usr/bin/swift /usr/local/swift/usr/bin/swift \
    /usr/local/swift/bin/swift "$HOME/.swiftly/bin/swift" "$HOME/.local/share/swiftly/bin/swift"; do
    [[ -n $candidate && -x $candidate ]] || continue
    if is_swift_usable "$candidate"; then
      PATH=$(dirname "$candidate"):$PATH
      export PATH
      return
    fi
  done
  candidate=$(command -v swift) ||
    die "Swift $required_swift or newer is needed and there is none in PATH, /opt/swift or /usr/local/swift.
Get it from https://www.swift.org/install/ and put its usr/bin into PATH."
  die "Swift $required_swift or newer is needed; $candidate says:
$("$candidate" --version 2>&1 || true)
Get a newer one from https://www.swift.org/install/ and put its usr/bin into PATH before this one."
}

# The programs as they are meant to run. A service that carries its standard library starts in half the time and takes
# half the memory. The linker is lld, because the default one warns of a function that Foundation uses.
release_build=(swift build -c release)
if [[ $(uname -s) == Linux ]]; then release_build+=(--static-swift-stdlib -Xswiftc -use-ld=lld); fi

build_programs() {
  local product
  for product in feed-ingest catalog formatter castwire; do
    step "Build $product" "${release_build[@]}" --product "$product"
  done
}

programs_folder() { "${release_build[@]}" --show-bin-path; }

# Where files that are named on the command line are looked for.
# shellcheck disable=SC2034
readonly called_from=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

# The compiler keeps caches at home. A build service may run without one.
if [[ -z ${HOME:-} || ! -d $HOME || ! -w $HOME ]]; then
  mkdir -p .build/home
  HOME=$PWD/.build/home
  export HOME
fi
