#!/bin/sh
# Connects FreeRADIUS's stock configuration to Demarc's database. docs/guides/connect-freeradius.md explains it. It can run again.
#
# The connection is the file demarc-database beside this script, which `npm run -s radius:role -- --freeradius` makes. Without the
# file it is in the environment, as in compose.yaml. With the certificate of the database's CA beside this script, in demarc-ca.pem, or in
# RADIUS_DATABASE_CA, the database has to prove its name.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "${RADDB:-/etc/freeradius/3.0}"
ca=${RADIUS_DATABASE_CA:-$here/demarc-ca.pem}
if [ -e "$ca" ]; then
  cat "$ca" > demarc-ca.pem
  chmod 644 demarc-ca.pem
fi
if [ -e "$here/demarc-database" ]; then
  cat "$here/demarc-database"
else
  # A server in recovery refuses writes, and FreeRADIUS would answer such a packet as one that it has stored.
  printf "server = '%s'\n" "${RADIUS_DATABASE_HOST:-127.0.0.1}"
  printf "port = %s\n" "${RADIUS_DATABASE_PORT:-5432}"
  printf "login = 'demarc_radius'\n"
  printf "password = '%s'\n" "$(cat "${RADIUS_PASSWORD_FILE:-/run/secrets/radius_password}")"
  if [ -e "$ca" ]; then
    printf 'radius_db = "dbname=%s target_session_attrs=read-write sslmode=verify-full sslrootcert=${confdir}/demarc-ca.pem"\n' "${RADIUS_DATABASE:-demarc}"
  else
    printf "radius_db = 'dbname=%s target_session_attrs=read-write'\n" "${RADIUS_DATABASE:-demarc}"
  fi
fi > demarc-database.new
chmod 640 demarc-database.new
chgrp "$(ls -ld . | awk '{ print $4 }')" demarc-database.new
mv demarc-database.new demarc-database
sed -i -E \
  -e 's/^\tdialect = .*/\tdialect = "postgresql"/' \
  -e 's/^\tdriver = .*/\tdriver = "rlm_sql_postgresql"/' \
  -e 's/^\tradius_db = .*/\t$INCLUDE ${confdir}\/demarc-database/' \
  -e 's/^#[[:space:]]*read_clients = .*/\tread_clients = yes/' \
  mods-available/sql
ln -sf ../mods-available/sql mods-enabled/sql
cat > policy.d/demarc <<'POLICY'
# A packet counts for the server that sent it. NAS-IP-Address in the packet is text that any server can write.
# Event-Timestamp is the router's clock; without it FreeRADIUS takes the arrival of the packet. Of a Class the stock policy makes the
# id of a session, without the server, so with the Class of a session any server could end it.
demarc_source {
	update request {
		&NAS-IP-Address !* ANY
		&NAS-IPv6-Address !* ANY
		&Event-Timestamp !* ANY
		&Class !* ANY
	}
	if (&Packet-Src-IPv6-Address) {
		update request {
			&NAS-IPv6-Address := "%{Packet-Src-IPv6-Address}"
		}
	}
	else {
		update request {
			&NAS-IP-Address := "%{Packet-Src-IP-Address}"
		}
	}
}

# A line signs in at the servers of its own account and at those of the operator. Accounting from the server of another account has no
# effect, so that the line would be online there for nothing. Without a result, as while the database is away, there is no answer: to expand
# the statement takes further connections than to run it, and a part may fail alone.
demarc_owner {
	# Routers account for the name outside of a tunnel.
	if (&outer.request:User-Name && &outer.request:User-Name != &User-Name) {
		reject
	}
	if (&User-Name) {
		update control {
			&Tmp-String-0 := "%{sql:SELECT radius.may_sign_in('%{User-Name}', '%{%{Packet-Src-IPv6-Address}:-%{Packet-Src-IP-Address}}')}"
		}
		if (&control:Tmp-String-0 == "f") {
			update request {
				&Module-Failure-Message += "the line belongs to another account than the server"
			}
			reject
		}
		if (&control:Tmp-String-0 != "t") {
			do_not_respond
		}
	}
}
POLICY
sed -i -E -e '/^\tdemarc_(source|owner)$/d' -e 's/^preacct \{/&\n\tdemarc_source/' \
  -e 's/^authorize \{/&\n\tdemarc_source\n\tdemarc_owner/' sites-available/default
# The tunnel of EAP has the user name that signs in; outside of it the name can be any. Speed, address and interim interval of the line are in the
# reply within the tunnel, which the stock file leaves out of the answer to the router.
sed -i -E -e '/^\tdemarc_owner$/d' -e 's/^authorize \{/&\n\tdemarc_owner/' -e 's/^\tif \(0\) \{/\tif (\&outer.request:User-Name) {/' \
  sites-available/inner-tunnel
# The example of the stock configuration sends a name with this realm, without the realm, to this server itself. There it would come from a
# server of the operator.
sed -i -E '/^realm example\.com \{/,/^\}/d' proxy.conf
# EAP-TLS has no password, and the stock configuration trusts each public CA.
sed -i -E '/^\ttls \{/,/^\t\}/d' mods-available/eap
