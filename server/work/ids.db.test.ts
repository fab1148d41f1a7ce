import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { useDatabase } from '../../test/fixtures/use-database.ts';

const database = useDatabase();
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** 128 bits as base32, five bits at a time from the end. */
function lettersOf(bits: string): string {
  const number = BigInt(`0x${bits}`);
  return Array.from({ length: 26 }, (_, i) => ALPHABET[Number((number >> BigInt(5 * (25 - i))) & 31n)]).join(
    '',
  );
}

test('ids that PostgreSQL creates have the same format as those of the application', async () => {
  const some = [
    '0'.repeat(32),
    'f'.repeat(32),
    ...Array.from({ length: 500 }, () => randomBytes(16).toString('hex')),
  ];
  const made = await database.current.sql<{ id: string }[]>`
    select id_text('dlv', ('x' || bits)::bit(128)) as id
    from unnest(${some}::text[]) with ordinality as t (bits, n) order by n`;
  expect(made.map(({ id }) => id)).toEqual(some.map((bits) => `dlv_${lettersOf(bits)}`));
});
