#!/bin/sh
# Dump the PostgreSQL database that PGHOST, PGUSER and PGDATABASE name into a folder, and keep the newest fourteen
# dumps there. A dump that fails or is interrupted leaves nothing behind, and deletes no older one. What a killed one
# left is deleted once it is an hour old: a younger .part may belong to a dump that is being made.
set -eu
folder=${1:?Usage: backup.sh FOLDER}
file=$folder/idle-year-$(date -u +%Y-%m-%dT%H-%M-%S).dump
find "$folder" -name 'idle-year-*.dump.part' -mmin +60 -exec rm -f {} +
trap 'rm -f "$file.part"' EXIT
trap 'exit 1' HUP INT TERM
pg_dump --format=custom --file="$file.part"
# All of it: the list of its contents is at the beginning, and half a dump has it, too.
pg_restore --file=/dev/null "$file.part"
mv "$file.part" "$file"
ls "$folder"/idle-year-*.dump | sort -r | tail -n +15 | xargs -r rm -f
echo "$file is written."
