#!/bin/sh
# Keeps accounting on the disk while the database does not answer, and gives it to the database afterwards. It runs after configure.sh,
# and can run again. docs/operations/three-machines.md explains it.
set -eu
cd "${RADDB:-/etc/freeradius/3.0}"
cat > mods-available/demarc_buffer <<'MODULE'
# One file for each minute, with what arrived in it.
detail demarc_buffer {
	filename = ${radacctdir}/demarc-buffer/detail-%Y%m%d-%H%G
	permissions = 0600
	header = "%t"
}
MODULE
ln -sf ../mods-available/demarc_buffer mods-enabled/demarc_buffer
cat > policy.d/demarc-buffer <<'POLICY'
# A router repeats a packet for some seconds only. A packet on the disk is answered as one in the database.
demarc_accounting {
	sql {
		fail = 1
	}
	if (fail) {
		demarc_buffer
	}
}
# A refusal would be shown to a customer whose password is right. Without an answer the router repeats the request.
demarc_authorize {
	sql {
		fail = 1
	}
	if (fail) {
		do_not_respond
	}
}
POLICY
cat > sites-available/demarc-buffer <<'SITE'
# Reads the files of demarc_buffer. A packet stays in its file until the database has it; the files are read in the order of time.
# The packet has the time of its arrival already, and the address of its sender.
server demarc-buffer {
	listen {
		type = detail
		filename = "${radacctdir}/demarc-buffer/detail-*"
		load_factor = 90
		poll_interval = 1
		retry_interval = 5
		track = yes
	}
	preacct {
		preprocess
		acct_unique
	}
	accounting {
		sql
	}
}
SITE
ln -sf ../sites-available/demarc-buffer sites-enabled/demarc-buffer
sed -i -E -e '/^accounting \{/,/^\}/ s/^\t-sql$/\tdemarc_accounting/' -e '/^authorize \{/,/^\}/ s/^\t-sql$/\tdemarc_authorize/' \
  sites-available/default
# Half a minute after a lost connection no other one would be tried.
sed -i -E 's/^(\t\t)retry_delay = .*/\1retry_delay = 2/' mods-available/sql
