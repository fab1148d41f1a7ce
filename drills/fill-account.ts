import type { Sql } from 'postgres';
import { fill, insertSubscribers } from '../bench/database.ts';
import { fillDue, renewInSql } from '../bench/renewal-rows.ts';
import { openDatabase } from '../server/db/client.ts';
import { newId } from '../server/work/ids.ts';

/** Subscribers of one transaction. */
const CHUNK = 5_000;

/**
 * Fills an account with subscribers in service, each with a cycle, a renewal with its invoice, email, event and audit entry, and its rows
 * of FreeRADIUS.
 * @returns the number of rows
 */
export async function fillAccount(sql: Sql, providerId: string, subscribers: number): Promise<number> {
  for (let from = 1; from <= subscribers; from += CHUNK) {
    await insertSubscribers(sql, providerId, from, Math.min(from + CHUNK - 1, subscribers));
  }
  await fillDue(sql, providerId);
  await renewInSql(sql, providerId);
  for (const [table, attribute, value] of [
    ['radcheck', 'Cleartext-Password', 'secret'],
    ['radreply', 'Mikrotik-Rate-Limit', '10M/20M'],
  ] as const) {
    await sql.unsafe(
      `insert into radius.${table} (username, attribute, op, value)
       select radius_username, $2, ':=', $3 from subscription where provider_id = $1`,
      [providerId, attribute, value],
    );
  }
  const rows = await sql<{ n: number }[]>`
    select (select count(*) from subscriber where provider_id = ${providerId})::int
      + (select count(*) from subscription where provider_id = ${providerId})::int
      + (select count(*) from billing_cycle where provider_id = ${providerId})::int
      + (select count(*) from invoice where provider_id = ${providerId})::int
      + (select count(*) from mail where provider_id = ${providerId})::int
      + 2 * (select count(*) from event where provider_id = ${providerId})::int
      + (select count(*) from audit_entry where provider_id = ${providerId})::int as n`;
  return (rows[0]?.n ?? 0) + 2 * subscribers;
}

/**
 * Fills the only account with subscribers of the bench, with ids as the server makes them: those of the bench are no cursors.
 * @returns the ids
 */
export async function fillWithIds(url: string, subscribers: number): Promise<string[]> {
  const { sql, close } = openDatabase(url, 2);
  const [provider] = await sql<{ id: string }[]>`select id from provider`;
  await fill(sql, provider?.id ?? '', subscribers);
  const rows = await sql<{ id: string; at: string }[]>`
    select id, created_at as at from subscriber order by created_at`;
  const ids = rows.map(({ at }) => newId('subscriber', new Date(at)));
  await sql`
    update subscriber s set id = made.id from unnest(${rows.map(({ id }) => id)}::text[], ${ids}::text[]) made (old, id)
    where s.id = made.old`;
  await sql`vacuum analyze subscriber`;
  await close();
  return ids;
}
