import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { db } from './client.ts';
import { inParts, withLiterals } from './cursor.ts';
import { clientOf } from './driver/drizzle.ts';

useDatabase({ checked: 'never' });

/** The sizes of the parts of a query, and all of its rows. */
function read(query: string) {
  return db().transaction(async (tx) => {
    const parts: { n: number }[][] = [];
    for await (const part of inParts<{ n: number }>(clientOf(tx), query, 20)) parts.push(part);
    return { sizes: parts.map(({ length }) => length), rows: parts.flat() };
  });
}

test.each([
  [0, []],
  [20, [20]],
  [45, [20, 20, 5]],
])('%i rows come in parts, each once', async (count, sizes) => {
  const found = await read(`select n from generate_series(1, ${count}) n order by n`);
  expect(found.sizes).toEqual(sizes);
  expect(found.rows.map(({ n }) => n)).toEqual(Array.from({ length: count }, (_, i) => i + 1));
});

test('a transaction reads one query after the other', async () => {
  await db().transaction(async (tx) => {
    for (const n of [1, 2]) {
      for await (const part of inParts(clientOf(tx), `select ${n} as n`, 20))
        expect(part).toMatchObject([{ n }]);
    }
  });
});

test('values become literals, whatever they contain', async () => {
  const values = ["o'clock", '$1', '\\', "'; drop table subscriber; --"];
  const query = sql`select v as n from unnest(${sql.param(values)}) v where ${'a'}::text = ${'a'}::text`;
  expect((await read(withLiterals(query))).rows.map(({ n }) => n)).toEqual(values);
  expect((await read(withLiterals(sql`select 1 as n where 'a' = any(${sql.param([])})`))).rows).toEqual([]);
});
