# What ./run and ./test share: `ready run`, `ready web` or `ready test` makes .venv hold what that needs.
# Nothing is assumed but a Python; a second call costs a few milliseconds. $root is the checkout.

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

# What the browser table was built from.
web_stamp() {
    if [ -d "$root/web" ]; then
        find "$root/web" "$root/protocol" -name node_modules -prune -o -type f -print 2>/dev/null |
            LC_ALL=C sort | tr '\n' '\0' | xargs -0 cat | cksum
    else
        echo none
    fi
}

# is_stamped NAME STAMP: whether that step was done, from just this.
is_stamped() {
    [ "$(cat "$root/.venv/$1" 2>/dev/null)" = "$2" ]
}

# ready run|web|test: each holds what the one before it holds, so the environment of a later one serves an earlier one.
ready() {
    packages=$(packages_stamp)
    web=
    case $1 in
    run) is_stamped has-run "$packages" || is_stamped has-web "$packages" || is_stamped has-test "$packages" ;;
    web) web=$(web_stamp) && is_stamped has-built "$web" && { is_stamped has-web "$packages" || is_stamped has-test "$packages"; } ;;
    test) web=$(web_stamp) && is_stamped has-built "$web" && is_stamped has-test "$packages" ;;
    esac || {
        python=$(find_python)
        "$python" "$root/tools/environment.py" "$1" "$packages" "$web" || exit $?
    }
}
