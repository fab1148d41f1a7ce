import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { send } from './client.ts';
import { arrayParameter } from './statement.ts';

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
      const [row] = await send<{ read: string | null }>(db, 'select to_json($1::text[])::text as read', [
        arrayParameter(given),
      ]);
      expect(JSON.parse(row?.read ?? 'null')).toEqual(given);
    }),
  );
});
