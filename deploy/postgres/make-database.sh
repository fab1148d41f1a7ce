#!/bin/sh
# Makes the role and the database of Demarc, as the superuser. The role owns the database and may make the role of FreeRADIUS; it is
# no superuser.
# Usage: make-database.sh [FILE WITH THE PASSWORD]
set -eu
PASSWORD_FILE=${1:-/run/secrets/database_password}
export PASSWORD_FILE
# psql reads the file itself: an argument is in the list of processes.
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\set password `cat "$PASSWORD_FILE"`
create role demarc login createrole password :'password';
create database demarc owner demarc encoding 'UTF8' template template0 lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8';
SQL
