import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { send } from './client.ts';
import { arrayParameter, instantFromMs, jsonParameter, jsonTexts } from './statement.ts';

const database = useDatabase();

test('an array parameter is read as it was given', async () => {
  const { db } = database.current;
  const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''));
  const plain = fc.constantFrom(
    '',
    'null',
    'NULL',
    '{}',
    'a,b',
    '"',
    '\\',
    '\\"',
    '\n',
    '\t\u001f',
    ' a ',
    '{"a":"\\n"}',
  );
  const values = fc.array(fc.oneof(text, plain, fc.constant(null)), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(values, async (given) => {
      const [row] = await send<{ stored: string; read: unknown }>(
        db,
        'select to_json($1::text[])::text as stored, $1::text[] as read',
        [arrayParameter(given)],
      );
      expect(JSON.parse(row?.stored ?? 'null')).toEqual(given);
      expect(row?.read).toEqual(given);
    }),
  );
});

test('texts of JSON are read as they were given, and null as null', async () => {
  const { db } = database.current;
  const text = fc.json({ stringUnit: 'binary' }).map((json) => JSON.stringify(JSON.parse(json)));
  const values = fc.array(fc.oneof(text, fc.constantFrom('"\\n"', '""', 'null'), fc.constant(null)), {
    minLength: 2,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(values, async (given) => {
      const [row] = await db.execute<{ read: unknown }>(
        sql`select ${jsonTexts(sql.param(jsonParameter(given)))} as read`,
      );
      expect(row?.read).toEqual(given);
    }),
  );
  const [none] = await db.execute(sql`select ${jsonTexts(sql.param(jsonParameter([])))} as read`);
  expect(none?.read).toEqual([]);
});

test('an instant from milliseconds is exact to the millisecond, for every year of the contract', async () => {
  const { db } = database.current;
  const at = fc.date({
    min: new Date('1900-01-01'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  await fc.assert(
    fc.asyncProperty(at, async (given) => {
      const ms = sql`${given.getTime()}::bigint`;
      const [row] = await db.execute(
        sql`select to_char(${instantFromMs(ms)}::timestamptz(3), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as read`,
      );
      expect(row?.read).toBe(given.toISOString());
    }),
  );
});

test('an array in a result has elements of its type', async () => {
  const [row] = await database.current.sql`
    select array[1, null, -2] as int, array[0.5::float8, 1e300] as float, array[true, null, false] as bool,
      array[9007199254740993] as big, array['a']::varchar[] as varchar, '{}'::int[] as empty, null::text[] as nothing`;
  expect(row).toEqual({
    ...{ int: [1, null, -2], float: [0.5, 1e300], bool: [true, null, false], big: ['9007199254740993'] },
    ...{ varchar: ['a'], empty: [], nothing: null },
  });
});
