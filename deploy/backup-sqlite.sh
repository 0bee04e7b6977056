#!/bin/sh
# Copy the bot's SQLite database into a folder while it runs, and keep the newest fourteen copies there. If there can
# be no copy, no older one is deleted. A fault that is found in a game makes the exit code another than 0 all the same.
set -eu
folder=$(realpath "${1:?Usage: backup-sqlite.sh FOLDER}")
file=$folder/idle-year-$(date -u +%Y-%m-%dT%H-%M-%S).sqlite3
cd "$(dirname "$0")/.."  # where .env and var/ are
code=0
.venv/bin/idleyear backup "$file" || code=$?
[ -e "$file" ] || exit "$code"
cd "$folder"
# Only what has a moment in its name: a copy that somebody has given another name is theirs to delete.
ls | grep -x 'idle-year-[0-9-]*T[0-9-]*\.sqlite3' | sort -r | tail -n +15 | xargs -r rm -f
exit "$code"
