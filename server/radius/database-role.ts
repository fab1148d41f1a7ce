import type { Sql } from '../db/driver/session.ts';
import { scramVerifier } from '../postgres/scram.ts';

export const RADIUS_ROLE = 'demarc_radius';
export const RADIUS_SCHEMA = 'radius';

/** The rights that the stock queries of FreeRADIUS 3.2 need, by table. A missing right loses accounting silently. */
const rights: Record<string, string> = {
  'radcheck, radreply, radgroupcheck, radgroupreply, radusergroup, nas': 'select',
  radacct: 'select, insert, update',
  radpostauth: 'insert',
  nasreload: 'select, insert, update',
};

/**
 * The connection as lines of the module `sql` in FreeRADIUS's configuration. Nothing is expanded in its single quotes. With `verifies` the
 * server's certificate and name are checked against the file `demarc-ca.pem` of the configuration. FreeRADIUS answers a packet whose
 * statements a server in recovery has refused, as if they had found nothing to write; so it connects to a server that takes writes only.
 */
export function freeRadiusConnection(given: {
  host: string;
  port: string;
  role: string;
  password: string;
  database: string;
  verifies?: boolean;
}): string {
  const { host, port, role, password, database, verifies } = given;
  const connection = verifies
    ? `"dbname=${database} target_session_attrs=read-write sslmode=verify-full sslrootcert=\${confdir}/demarc-ca.pem"`
    : `'dbname=${database} target_session_attrs=read-write'`;
  return `server = '${host}'\nport = ${port}\nlogin = '${role}'\npassword = '${password}'\nradius_db = ${connection}\n`;
}

/** Whether a password needs no escaping in FreeRADIUS's configuration. */
export function isRolePassword(password: string): boolean {
  return /^[!#-&(-[\]-~]{1,128}$/.test(password);
}

/**
 * Creates or updates the database role that FreeRADIUS signs in with. The role has rights on FreeRADIUS's tables and on
 * nothing else. Each run sets the password and restores the rights. Contract: RADIUS.
 * @param role a plain lower-case name; roles belong to the whole PostgreSQL server, so each test needs its own
 * @throws when the database user may not create roles
 */
export async function prepareRadiusRole(sql: Sql, password: string, role = RADIUS_ROLE): Promise<void> {
  if (!isRolePassword(password)) {
    throw new Error(
      'The password must be 1 to 128 characters of ASCII, without spaces, quotes and backslashes.',
    );
  }
  const [{ database } = { database: '' }] = await sql<{ database: string }[]>`
    select quote_ident(current_database()) as database`;
  await sql.begin(async (tx) => {
    const run = (statement: string) => tx.unsafe(statement);
    await run(`select pg_advisory_xact_lock(hashtextextended('${role}', 0))`);
    const [existing] = await tx<{ is_privileged: boolean }[]>`
      select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as is_privileged
      from pg_roles where rolname = ${role}`;
    if (!existing) await run(`create role ${role}`);
    // Only when needed: on a hosted PostgreSQL the database user may not alter these attributes at all.
    if (existing?.is_privileged) {
      await run(`alter role ${role} nosuperuser nocreatedb nocreaterole noreplication nobypassrls`);
    }
    await run(`alter role ${role} login password '${scramVerifier(password)}'`);
    await run(`alter role ${role} in database ${database} set search_path = ${RADIUS_SCHEMA}`);
    await run(`alter role ${role} in database ${database} set timezone = 'UTC'`);

    // Every role has these rights through PUBLIC, so they are revoked from PUBLIC.
    await run('revoke all on schema public from public');
    await run(`revoke create, temporary on database ${database} from public`);
    for (const kind of ['tables', 'sequences', 'functions']) {
      await run(`revoke all on all ${kind} in schema public, ${RADIUS_SCHEMA} from ${role}`);
    }
    await run(`revoke all on schema public, ${RADIUS_SCHEMA} from ${role}`);

    await run(`grant connect on database ${database} to ${role}`);
    await run(`grant usage on schema ${RADIUS_SCHEMA} to ${role}`);
    for (const [tables, granted] of Object.entries(rights)) {
      const named = tables.split(', ').map((table) => `${RADIUS_SCHEMA}.${table}`);
      await run(`grant ${granted} on ${named.join(', ')} to ${role}`);
    }
    await run(`grant usage on all sequences in schema ${RADIUS_SCHEMA} to ${role}`);
  });
}
