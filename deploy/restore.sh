#!/bin/sh
# Put a dump of backup.sh in the place of the PostgreSQL database that PGHOST, PGUSER and PGDATABASE name, while the
# bot is stopped. It becomes a new database first. Only when all of it is there do the two change names, and the one
# from before is kept: whatever goes wrong, nothing is lost.
set -eu
dump=${1:?Usage: restore.sh DUMP}
now=${PGDATABASE:?Set PGDATABASE to the name of the database.}
new=${now}_being_restored
old=${now}_before_$(date -u +%Y%m%d_%H%M%S)

# PostgreSQL cuts names after 63 bytes: with a longer one, the new database would be the one from before.
most=40

fail() {
    echo "Error: $1" >&2
    exit 1
}

ask() {
    psql --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 \
        --set=now="$now" --set=new="$new" --set=old="$old" "$@"
}

[ "$(printf %s "$now" | wc -c)" -le "$most" ] || fail "the name of $now is longer than $most bytes: rename it first."
pg_restore --file=/dev/null "$dump" || fail "$dump is not a whole dump: nothing has been changed."
others=$(echo "SELECT count(*) FROM pg_stat_activity WHERE datname = :'now' AND backend_type = 'client backend'" |
    ask --dbname=postgres)
[ "$others" -eq 0 ] || fail "somebody is connected to $now: stop the bot in all its processes first."

left=$(dropdb --if-exists -- "$new" 2>&1) ||  # what an attempt left that was killed
    fail "$new is in the way ($left): nothing has been changed."
trap 'dropdb --if-exists -- "$new" 2>/dev/null' EXIT
trap 'exit 1' HUP INT TERM
createdb --template=template0 -- "$new" || fail "$new cannot be created: nothing has been changed."
pg_restore --dbname="$new" --exit-on-error --single-transaction --no-owner "$dump" ||
    fail "$dump cannot be restored: nothing has been changed."
revision=$(echo "SELECT version_num FROM alembic_version" | ask --dbname="$new") ||
    fail "$dump is of another program: nothing has been changed."
# Messages of games that came after the dump are still there: no other game gets their ids.
ask --dbname="$new" --output=/dev/null <<'SQL' || fail "$dump cannot be restored: nothing has been changed."
SELECT setval(format('%I.%I', schemaname, sequencename), coalesce(last_value, 0) + 1000000)
FROM pg_sequences WHERE schemaname = 'public' AND sequencename LIKE '%\_id\_seq';
SQL

# Refused by PostgreSQL if somebody has connected meanwhile.
ask --dbname=postgres --single-transaction <<'SQL' || fail "$now is in use: nothing has been changed."
SELECT format('ALTER DATABASE %I RENAME TO %I', :'now', :'old')
WHERE EXISTS (SELECT FROM pg_database WHERE datname = :'now') \gexec
ALTER DATABASE :"new" RENAME TO :"now";
SQL
echo "$now is now what $dump holds, of revision $revision. If there was one before, it is now $old:"
echo "once you are content, \`dropdb $old\` deletes it. \`idleyear backup --check\` replays the games."
