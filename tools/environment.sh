# What ./run and ./test share: `ready run`, `ready web` or `ready test` makes .venv hold what that needs, with the extras
# named after it. Nothing is assumed but a Python; a second call costs a few milliseconds. $root is the checkout.

say() {
    printf 'osteria: %s\n' "$*" >&2
}

# The first Python that is new enough, in the order people would expect.
find_python() {
    for name in ${OSTERIA_PYTHON:-} python3 python3.13 python3.12 python3.11 python3.14; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$name"
            return
        fi
    done
    if command -v python3 >/dev/null 2>&1; then
        say "Osteria needs Python 3.11 or newer; python3 here is $(python3 -c 'import sys; print(sys.version.split()[0])')."
    else
        say "Osteria needs Python 3.11 or newer, and there is no python3 here."
    fi
    say "Install one (Debian, Ubuntu: apt-get install python3 python3-venv), or name it: OSTERIA_PYTHON=/path/to/python3 $0"
    exit 2
}

# What .venv was filled from: when any of it changes, it is filled again.
packages_stamp() {
    {
        printf '%s\n' "$root"
        cat "$root/pyproject.toml" "$root/requirements/"*.txt
    } | cksum
}

# What the browser table was built from; the texts of the law are built into it.
web_stamp() {
    if [ -d "$root/web" ]; then
        find "$root/web" "$root/protocol" "$root/src/osteria/law" \( -name node_modules -o -name __pycache__ \) -prune \
            -o -type f -print 2>/dev/null | LC_ALL=C sort | tr '\n' '\0' | xargs -0 cat | cksum
    else
        echo none
    fi
}

# is_stamped FILE STAMP: whether that step was done, from just this.
is_stamped() {
    [ "$(cat "$root/$1" 2>/dev/null)" = "$2" ]
}

# has_packages run|web|test EXTRA...: whether .venv is whole and holds what is locked for that.
has_packages() {
    [ -f "$root/.venv/whole" ] || return 1
    is_stamped .venv/has-test "$packages" && return
    [ "$1" != test ] || return 1
    is_stamped .venv/has-run "$packages" || is_stamped .venv/has-web "$packages" || return 1
    shift
    for extra; do
        is_stamped ".venv/has-with-$extra" "$packages" || return 1
    done
}

# ready run|web|test EXTRA...: each holds what the one before it holds, so the environment of a later one serves an earlier.
ready() {
    packages=$(packages_stamp)
    web=none
    if [ "$1" != run ]; then web=$(web_stamp); fi
    # .building is left where a start was stopped after its last step, too
    if [ -d "$root/.building" ] || ! has_packages "$@" ||
        { [ "$1" != run ] && ! is_stamped src/osteria/server/static/.built-from "$web"; }; then
        level=$1
        shift
        python=$(find_python) || exit $?
        "$python" "$root/tools/environment.py" "$level" "$packages" "$web" "$@" || exit $?
    fi
    keep_compiled_rules
}

# Compiled rules are kept in this user's cache folder, or in .venv where that cannot be written to.
keep_compiled_rules() {
    cache=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}
    [ -n "${OSTERIA_CACHE:-}" ] || { mkdir -p "$cache" 2>/dev/null && [ -w "$cache" ]; } ||
        export OSTERIA_CACHE="$root/.venv/cache"
}
