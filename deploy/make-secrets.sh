#!/bin/sh
# Makes the secrets of compose.yaml in secrets/ and .env. What exists stays as it is.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
random() { openssl rand -hex 24; }
# The users of the containers read them: Docker mounts the files with their modes. On this machine only the owner enters the folder.
make() { [ -e "secrets/$1" ] || { printf '%s\n' "$2" > "secrets/$1" && chmod 644 "secrets/$1"; }; }
chmod 700 secrets

# PostgreSQL proves its name, `postgres`, with a certificate.
if [ ! -e secrets/postgres/server.key ]; then
  sh postgres/make-certificate.sh secrets/postgres postgres
fi

make postgres_password "$(random)"
make database_password "$(random)"
make database_url "postgres://demarc:$(cat secrets/database_password)@postgres:5432/demarc?sslmode=verify-full&sslrootcert=/run/secrets/database_ca"
make redis_password "$(random)"
make redis_url "redis://:$(cat secrets/redis_password)@redis:6379"
make redis_conf "requirepass $(cat secrets/redis_password)
save \"\"
appendonly no
maxmemory 128mb
maxmemory-policy volatile-ttl"
make secrets_key "$(openssl rand -base64 32)"
make metrics_token "$(random)"
make radius_password "$(random)"
if [ ! -e .env ]; then
  printf 'DEMARC_HOST=%s\nINNGEST_EVENT_KEY=%s\nINNGEST_SIGNING_KEY=%s\n' \
    "${DEMARC_HOST:-demarc.localhost}" "$(openssl rand -hex 32)" "$(openssl rand -hex 32)" > .env
fi
echo "Keep a copy of $(pwd)/secrets/secrets_key apart from the backups: without it the stored secrets are lost."
