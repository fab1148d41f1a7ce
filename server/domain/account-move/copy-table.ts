import type { Database } from '../../db/client.ts';
import type { Client } from '../../db/driver/drizzle.ts';
import { insertArchivedRows } from '../account-archive/insert-rows.ts';
import { linesOf } from '../account-archive/read-rows.ts';
import type { MovedTable } from './moved-tables.ts';

/** Rows of a table are compared in so many groups, by their hashes. A power of two. */
const GROUPS = 65_536;
/** Rows of groups that differ which are compared one by one at a time. */
const COMPARED = 200_000;
/** Rows that are read and written at a time. */
const CHUNK = 2_000;

/** The number of rows that were written, and whether the target has the rows of the source now. */
export type Copied = { written: number; isEqual: boolean };

/** The number of rows of each group, and the sum of their hashes. */
export type Digest = Map<number, { n: number; sum: string }>;

/** The digest of the rows of a table. */
export async function digestOf(
  client: Pick<Client, 'unsafe'>,
  { name, rows, hash }: MovedTable,
): Promise<Digest> {
  const found = await client.unsafe<{ g: number; n: number; sum: string }[]>(
    `select (h & ${GROUPS - 1})::int as g, count(*)::int as n, sum(h)::text as sum
     from (select ${hash} as h from ${name} where ${rows}) r group by 1`,
  );
  return new Map(found.map(({ g, n, sum }) => [g, { n, sum }]));
}

/** The groups in which two digests differ, each with the rows that it has in both. */
export function differing(one: Digest, other: Digest): { group: number; rows: number }[] {
  const groups = new Set([...one.keys(), ...other.keys()]);
  return [...groups].flatMap((group) => {
    const [a, b] = [one.get(group), other.get(group)];
    return a?.n === b?.n && a?.sum === b?.sum ? [] : [{ group, rows: (a?.n ?? 0) + (b?.n ?? 0) }];
  });
}

/**
 * Makes the rows of a table at the target those of the source: rows that the source does not have are deleted, and missing ones
 * inserted. The triggers and keys of the target do not act, as in logical replication: the source has satisfied them.
 * @param source a connection with a snapshot
 */
export async function copyTable(source: Client, target: Database, table: MovedTable): Promise<Copied> {
  if (!table.isExact) return { written: await addMissing(source, target, table), isEqual: true };
  const [there, here] = await Promise.all([digestOf(source, table), digestOf(target.sql, table)]);
  const groups = differing(there, here);
  if (groups.length === 0) return { written: 0, isEqual: true };
  const written = await target.sql.begin(async (tx) => {
    await withoutTriggers(tx);
    if (here.size === 0) return addAll(source, tx, table);
    let written = 0;
    // Those that leave come first: an added row may have the unique value of one of them.
    const added: Row[][] = [];
    for (const part of partsOf(groups)) {
      const [rows, known] = await Promise.all([rowsIn(source, table, part), rowsIn(tx, table, part)]);
      written += await deleteRows(tx, without(known, rows));
      added.push(without(rows, known));
    }
    return written + (await addRows(source, tx, table, added.flat()));
  });
  return { written, isEqual: differing(there, await digestOf(target.sql, table)).length === 0 };
}

/** The session writes rows as replication does. It needs a superuser, or the right to set the parameter. */
export async function withoutTriggers(tx: Client): Promise<void> {
  await tx.unsafe(`set local session_replication_role = 'replica'`);
}

async function addMissing(source: Client, target: Database, table: MovedTable): Promise<number> {
  return target.sql.begin(async (tx) => {
    await withoutTriggers(tx);
    return addAll(source, tx, table);
  });
}

/** Inserts all rows of a table. @returns their number */
export async function addAll(source: Client, tx: Client, table: MovedTable): Promise<number> {
  let written = 0;
  // The account is in the condition of the table already.
  for await (const lines of linesOf(source, table, '')) {
    await insertArchivedRows(tx, table, lines, table.given);
    written += lines.length;
  }
  return written;
}

/** A place of a row, and its hash. */
type Row = { part: string; at: string; h: string };

/** Groups in parts of at most `COMPARED` rows. */
function partsOf(groups: { group: number; rows: number }[]): number[][] {
  const parts: number[][] = [];
  let left = 0;
  for (const { group, rows } of groups) {
    if (left < rows) {
      parts.push([]);
      left = COMPARED;
    }
    parts.at(-1)?.push(group);
    left -= rows;
  }
  return parts;
}

function rowsIn(client: Client, { name, rows, hash, isDrawn, order }: MovedTable, groups: number[]) {
  return client.unsafe<Row[]>(
    `select part::regclass::text as part, at::text as at, h::text as h
     from (select tableoid as part, ctid as at, ${hash} as h${isDrawn ? `, ${order.join(', ')}` : ''} from ${name} where ${rows}) r
     where (h & ${GROUPS - 1})::int = any('{${groups.join(',')}}'::int[])${isDrawn ? ` order by ${order.join(', ')}` : ''}`,
  );
}

/** The rows that have no equal among others. Of several equal ones, as many as the others lack. */
function without(rows: Row[], others: Row[]): Row[] {
  const left = new Map<string, number>();
  for (const { h } of others) left.set(h, (left.get(h) ?? 0) + 1);
  return rows.filter(({ h }) => {
    const n = left.get(h) ?? 0;
    if (n > 0) left.set(h, n - 1);
    return n === 0;
  });
}

/** Rows of one partition, a chunk at a time, in their order. */
function* chunksOf(rows: Row[]): Generator<{ part: string; places: string }> {
  const byPart = new Map<string, string[]>();
  for (const { part, at } of rows) {
    const places = byPart.get(part) ?? [];
    places.push(at);
    byPart.set(part, places);
  }
  for (const [part, places] of byPart) {
    for (let from = 0; from < places.length; from += CHUNK) {
      const chunk = places.slice(from, from + CHUNK).map((at) => `"${at}"`);
      yield { part, places: `'{${chunk.join(',')}}'::tid[]` };
    }
  }
}

async function deleteRows(tx: Client, rows: Row[]): Promise<number> {
  for (const { part, places } of chunksOf(rows))
    await tx.unsafe(`delete from ${part} where ctid = any(${places})`);
  return rows.length;
}

async function addRows(source: Client, tx: Client, table: MovedTable, rows: Row[]): Promise<number> {
  const { columns, order, given } = table;
  for (const { part, places } of chunksOf(rows)) {
    const lines = await source.unsafe<{ line: string }[]>(
      `select row_to_json(r)::text as line from (
         select ${columns.join(', ')} from ${part} where ctid = any(${places}) order by ${order.join(', ')}
       ) r`,
    );
    await insertArchivedRows(
      tx,
      table,
      lines.map(({ line }) => line),
      given,
    );
  }
  return rows.length;
}
