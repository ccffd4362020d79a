#!/bin/sh
# The tests drive a real Chromium, a real PostgreSQL and a real nginx. Install what is missing where that is allowed, or say what it is.
set -eu

missing=""
command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 ||
  command -v google-chrome >/dev/null 2>&1 || missing="$missing chromium"
command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ] || missing="$missing nginx-light"
[ -z "$missing" ] && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  apt-get update -qq
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
  exit 0
fi

echo "The tests need these programs, which are not on this machine:$missing." >&2
echo "On Debian or Ubuntu:  sudo apt-get install$missing" >&2
exit 1
