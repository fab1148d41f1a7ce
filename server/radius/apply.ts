import { sql } from 'drizzle-orm';
import type { Scope, WriteScope } from '../work/scope.ts';
import {
  type AttributeRow,
  type DesiredUser,
  desiredRows,
  type GroupRow,
  RATE_LIMIT,
  type RadiusRow,
} from './desired.ts';

type Stored = RadiusRow & { id: number };

/**
 * Brings the RADIUS rows of users to the desired state, with one query, and at most one DELETE and one INSERT for each table.
 * Correct rows are left alone; all other rows under these user names are deleted. If a name is given twice, the last one
 * counts.
 *
 * The caller must have locked or written the users' subscriptions in this transaction. The tables have no unique keys, so
 * only that lock keeps concurrent changes of a user from adding duplicates. Contract: RADIUS.
 * @returns the names of the users whose speed or access changed, which concerns their open sessions
 * @throws Error for an address or pool name that is not allowed in the tables; nothing is written then
 */
export async function applyRadius(scope: WriteScope, desired: DesiredUser[]): Promise<Set<string>> {
  const users = new Map(desired.map((user) => [user.username, user]));
  if (users.size === 0) return new Set();
  const wanted = [...users.values()].flatMap(desiredRows);
  const { surplus, missing } = difference(await storedRows(scope, [...users.keys()]), wanted);
  for (const table of ['radcheck', 'radreply', 'radusergroup'] as const) {
    const ids = surplus.filter((row) => row.table === table).map((row) => row.id);
    if (ids.length === 0) continue;
    await scope.db.execute(
      sql`delete from ${sql.identifier('radius')}.${sql.identifier(table)} where id = any(${sql.param(ids)}::int[])`,
    );
  }
  for (const table of ['radcheck', 'radreply'] as const) {
    const rows = missing.filter((row): row is AttributeRow => row.table === table);
    await insertAttributes(scope, table, rows);
  }
  await insertGroups(
    scope,
    missing.filter((row) => row.table === 'radusergroup'),
  );
  return new Set([...surplus, ...missing].filter(concernsSessions).map((row) => row.username));
}

/** Whether a changed row concerns open sessions: speed and access do, passwords and addresses do not. */
function concernsSessions(row: RadiusRow): boolean {
  return row.table === 'radusergroup' || row.attribute === RATE_LIMIT;
}

/** The password of a network user in clear text; null for a user without rows. Never log it. */
export async function readPassword(scope: Scope, username: string): Promise<string | null> {
  return (await readPasswords(scope, [username])).get(username) ?? null;
}

/** The passwords of network users in clear text, by user name. Users without rows are not in the map. Never log them. */
export async function readPasswords(scope: Scope, usernames: string[]): Promise<Map<string, string>> {
  if (usernames.length === 0) return new Map();
  const rows = await scope.db.execute<{ username: string; value: string }>(sql`
    select username, value from radius.radcheck
    where username = any(${sql.param(usernames)}::text[]) and attribute = 'Cleartext-Password'`);
  return new Map(rows.map(({ username, value }) => [username, value]));
}

async function storedRows(scope: Scope, usernames: string[]): Promise<Stored[]> {
  const names = sql`any(${sql.param(usernames)}::text[])`;
  const rows = await scope.db.execute<Stored>(sql`
    select 'radcheck' as "table", id, username, attribute, op, value, null as groupname, null::int as priority
      from radius.radcheck where username = ${names}
    union all
    select 'radreply', id, username, attribute, op, value, null, null
      from radius.radreply where username = ${names}
    union all
    select 'radusergroup', id, username, null, null, null, groupname, priority
      from radius.radusergroup where username = ${names}`);
  return [...rows];
}

/** The stored rows that are not wanted, and the wanted rows that are not stored. A duplicate is surplus. */
function difference(stored: Stored[], wanted: RadiusRow[]): { surplus: Stored[]; missing: RadiusRow[] } {
  const missing = new Map(wanted.map((row) => [identity(row), row]));
  const surplus = stored.filter((row) => !missing.delete(identity(row)));
  return { surplus, missing: [...missing.values()] };
}

function identity(row: RadiusRow): string {
  return JSON.stringify(
    row.table === 'radusergroup'
      ? [row.table, row.username, row.groupname, row.priority]
      : [row.table, row.username, row.attribute, row.op, row.value],
  );
}

async function insertAttributes(
  scope: WriteScope,
  table: AttributeRow['table'],
  rows: AttributeRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await scope.db.execute(sql`
    insert into ${sql.identifier('radius')}.${sql.identifier(table)} (username, attribute, op, value)
    select * from unnest(
      ${column(rows, (row) => row.username)}, ${column(rows, (row) => row.attribute)},
      ${column(rows, (row) => row.op)}, ${column(rows, (row) => row.value)})`);
}

async function insertGroups(scope: WriteScope, rows: GroupRow[]): Promise<void> {
  if (rows.length === 0) return;
  await scope.db.execute(sql`
    insert into radius.radusergroup (username, groupname, priority)
    select username, groupname, priority::int from unnest(
      ${column(rows, (row) => row.username)}, ${column(rows, (row) => row.groupname)},
      ${column(rows, (row) => String(row.priority))}) as u (username, groupname, priority)`);
}

function column<T>(rows: T[], value: (row: T) => string) {
  return sql`${sql.param(rows.map(value))}::text[]`;
}
