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

# What the environment was made from: when any of it changes, it is brought up to date.
stamp_of() {
    printf '%s\n' "$root"
    cat "$root/pyproject.toml" "$root/requirements/"*.txt "$root/tools/environment.py"
    if [ "$1" != run ] && [ -d "$root/web" ]; then
        find "$root/web" "$root/protocol" \( -name node_modules -o -name '.*' ! -name .npmrc \) -prune -o -type f -print 2>/dev/null |
            LC_ALL=C sort | tr '\n' '\0' | xargs -0 cat
    fi
}

ready() {
    stamp=$(stamp_of "$1" | cksum)
    if [ "$(cat "$root/.venv/ready-$1" 2>/dev/null)" != "$stamp" ]; then
        python=$(find_python)
        "$python" "$root/tools/environment.py" "$1" "$stamp" || exit 2
    fi
}
