#!/bin/sh
# Dump the PostgreSQL database that PGHOST, PGUSER and PGDATABASE name into a folder, and keep the newest fourteen
# dumps there. A dump that fails or is interrupted leaves nothing behind, and deletes no older one. What a killed one
# left is deleted once it is an hour old: a younger .part may belong to a dump that is being made.
set -eu
umask 077  # a dump holds all that players have: it is its owner's alone
folder=${1:?Usage: backup.sh FOLDER}
cd "$folder"  # so that nothing below depends on what is in its name
file=idle-year-$(date -u +%Y-%m-%dT%H-%M-%S).dump
part=$file.$$.part  # of this run alone
find . -name 'idle-year-*.part' -mmin +60 -exec rm -f {} +
trap 'rm -f "$part"' EXIT
trap 'exit 1' HUP INT TERM
pg_dump --format=custom --file="$part"
# All of it: the list of its contents is at the beginning, and half a dump has it, too.
pg_restore --file=/dev/null "$part"
mv "$part" "$file"
# Only what has a moment in its name: a dump that somebody has given another name is theirs to delete.
ls | grep -x 'idle-year-[0-9-]*T[0-9-]*\.dump' | sort -r | tail -n +15 | xargs -r rm -f
echo "$folder/$file is written."
