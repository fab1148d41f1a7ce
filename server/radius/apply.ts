import { sql } from 'drizzle-orm';
import type { Scope, WriteScope } from '../db/scope.ts';
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
 * Brings the RADIUS rows of these users to what is desired: one query, and at most one DELETE and one INSERT for
 * each table, however many users. Rows that are right already are not touched. The users' rows are wholly ours:
 * any other row under their names goes. Where a name comes twice, the last one counts.
 *
 * Call it after the users' subscriptions were locked or written in this transaction; that makes concurrent changes
 * of one user take turns, as the tables themselves forbid no duplicates.
 * @returns the names of the users whose speed or access is another now; what they have online is at odds with it
 * @throws Error on an address or pool name that must not stand in the tables; nothing is written then
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
  return new Set([...surplus, ...missing].filter(isFeltOnline).map((row) => row.username));
}

/** Whether a row says something a session takes note of before it ends: its speed, and whether it may be at all. */
function isFeltOnline(row: RadiusRow): boolean {
  return row.table === 'radusergroup' || row.attribute === RATE_LIMIT;
}

/** The password of a network user, in clear; null where the user has no rows. Never log it. */
export async function readPassword(scope: Scope, username: string): Promise<string | null> {
  return (await readPasswords(scope, [username])).get(username) ?? null;
}

/** The passwords of network users by user name, in clear; users without rows are not in the map. Never log them. */
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

/** What is stored and not wanted, and what is wanted and not stored. A row stored twice is surplus once. */
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
