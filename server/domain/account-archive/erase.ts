import { refuse } from '../../contract/errors.ts';
import { database } from '../../db/client.ts';
import type { Client } from '../../db/driver/drizzle.ts';
import type { Sql } from '../../db/driver/session.ts';
import { securityEvent } from '../../security-log.ts';
import { showPartner } from '../partner/read.ts';
import { ofAccount } from './read-rows.ts';
import { type AccountTable, accountTables } from './tables.ts';

/** Deleted rows after which a table is vacuumed: keys of parent rows would be looked up among its dead ones. */
const MANY_ROWS = 10_000;

/**
 * Deletes all rows of a closed account, or of one that runs in another cell, in this database for good: a table after the other, so it may
 * be ended and run again. Its company and its people go with its last account, and a person who works for another company stays. The
 * security log keeps the fact. Contract: Operator.
 * @returns the number of deleted rows by table
 * @throws CONFLICT unless the account is closed and has no open session, or was moved; NOT_FOUND
 */
export async function eraseAccount(
  providerId: string,
  log?: Parameters<typeof securityEvent>[1],
): Promise<Record<string, number>> {
  const { name, status } = await showPartner(providerId);
  if (status === 'MOVED') await requireMoved(providerId);
  else if (status === 'CLOSED') await requireNoSession(providerId);
  else throw refuse('CONFLICT', { message: `The account is ${status.toLowerCase()}. Close it first.` });
  const erased = await eraseRows(database().sql, providerId);
  securityEvent({ event: 'account.erased', outcome: 'success', providerId, details: { name } }, log);
  return erased;
}

/** Deletes all rows of an account in a database, whatever its status. @returns the number of deleted rows by table */
export async function eraseRows(sql: Sql, providerId: string): Promise<Record<string, number>> {
  const tables = await sql.begin((tx) => accountTables(tx));
  const own = tables
    .filter(({ name, isShared }) => !isShared && name !== 'provider' && name !== 'radius.nas')
    .toReversed();
  const erased: Record<string, number> = {};
  for (const group of groupsOf(own)) {
    await sql.begin(async (tx) => {
      for (const table of group) erased[table.name] = await eraseTable(tx, table, providerId);
    });
    for (const { name } of group) if ((erased[name] ?? 0) >= MANY_ROWS) await sql.unsafe(`vacuum ${name}`);
  }
  await sql.begin(async (tx) => {
    // Deletions were counted.
    for (const table of own.filter(({ isTriggered }) => isTriggered)) await eraseTable(tx, table, providerId);
    await eraseCompany(tx, tables, providerId);
  });
  return Object.fromEntries(Object.entries(erased).filter(([, rows]) => rows > 0));
}

/** Tables that one transaction has to empty, because a key between them is checked at its commit. */
function groupsOf(tables: AccountTable[]): AccountTable[][] {
  const groups: AccountTable[][] = [];
  let group: AccountTable[] = [];
  tables.forEach((table, at) => {
    group.push(table);
    const left = tables.slice(at + 1).flatMap(({ targetsAtCommit }) => targetsAtCommit);
    if (group.some(({ name }) => left.includes(name))) return;
    groups.push(group);
    group = [];
  });
  return groups;
}

/** Rows of other tables that only the deleted rows name. */
const followers: Record<string, { column: string; deletion: string }> = {
  network_server: {
    column: 'nas_id',
    deletion: 'delete from radius.nas where id in (select nas_id from own)',
  },
  mirror: {
    column: 'key_id',
    deletion: `delete from outward_key k where id in (select key_id from own)
      and not exists (select from mirror m where m.key_id = k.id and m.provider_id <> $account)`,
  },
};

/** @returns the number of deleted rows of the table */
async function eraseTable(client: Client, { name, rows }: AccountTable, providerId: string): Promise<number> {
  const run = (text: string) => client.unsafe(ofAccount(text, providerId));
  // Audit entries are final but for this.
  await run(`set local demarc.audit_may_go = 'on'`);
  const deletion = `delete from ${name} where ${rows}`;
  const follower = followers[name];
  if (!follower) return (await run(deletion)).count;
  const { column, deletion: further } = follower;
  const [found] = await run(
    `with own as (${deletion} returning ${column}), others as (${further}) select count(*)::int as n from own`,
  );
  return found?.n;
}

/** An account that is still being moved has its only rows here. */
async function requireMoved(providerId: string): Promise<void> {
  const [row] = await database().sql`select move from provider where id = ${providerId}`;
  if (row?.move?.isDone) return;
  const message = 'The move of the account to another cell has not ended: finish or cancel it.';
  throw refuse('CONFLICT', { message });
}

async function requireNoSession(providerId: string): Promise<void> {
  const [{ n } = { n: 0 }] = await database().sql<[{ n: number }]>`
    select count(*)::int as n from network_session where provider_id = ${providerId} and ended_at is null`;
  if (n === 0) return;
  const message = `${n} of its network sessions are open. They end within two minutes after the account was closed; one that a router does not end, 15 minutes after its last packet.`;
  throw refuse('CONFLICT', { message });
}

/** Deletes the account itself, and its company and people when it was the last one. */
async function eraseCompany(client: Client, tables: AccountTable[], providerId: string): Promise<void> {
  const run = (text: string) => client.unsafe(ofAccount(text, providerId));
  const [account] = await run(
    'select organisation_id as company from provider where id = $account for update',
  );
  await run('update staff_session set active_provider_id = null where active_provider_id = $account');
  await run('delete from provider where id = $account');
  const ofCompany = (text: string) => client.unsafe(text, [account?.company]);
  const [other] = await ofCompany('select 1 from provider where organisation_id = $1');
  if (other) return;
  const members = await ofCompany(
    'delete from staff_member where organisation_id = $1 returning user_id as id',
  );
  for (const table of ['staff_invitation', 'organisation_logo'])
    await ofCompany(`delete from ${table} where organisation_id = $1`);
  await ofCompany('delete from organisation where id = $1');
  const elsewhere = tables
    .filter(({ name, isShared }) => !isShared || name === 'staff_member')
    .flatMap(({ name, people }) => people.map((column) => `select ${column} from ${name}`));
  await client.unsafe(
    `delete from staff_user u where id = any($1) and not exists (select from (${elsewhere.join(' union all ')}) e (id) where e.id = u.id)`,
    [members.map(({ id }) => id)],
  );
}
