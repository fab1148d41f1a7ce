import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newProvider } from '../../test/fixtures/provider.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';

const folder = new URL('../../drizzle/migrations/', import.meta.url);
const file = readdirSync(folder).find((name) => name.endsWith('_text_identity.sql')) ?? '';
const compose = readFileSync(new URL(file, folder), 'utf8').split('--> statement-breakpoint').at(-1) ?? '';

const held = useDatabase({ checked: 'never' });

test('the migration composes stored texts, and leaves the second of two rows with one name', async () => {
  const { sql } = held.current;
  const { providerId } = await newProvider(held.current, { livemode: true });
  const nfd = (text: string) => text.normalize('NFD');
  const add = (n: number, name: string, externalUserId: string | null) => sql`
    insert into subscriber (id, provider_id, first_name, last_name, email, phone, external_user_id, status, created_at, updated_at)
    values (${`sub_${n}`}, ${providerId}, ${name}, 'B', ${`${n}@example.com`}, ${`+${n}`}, ${externalUserId}, 'active', '2025-01-01Z', '2025-01-01Z')`;
  await add(1, nfd('José'), 'é');
  await add(2, 'Ann', nfd('é'));
  await add(3, nfd('Zoë'), nfd('ü'));
  await sql.unsafe(compose);
  await sql.unsafe(compose);
  const rows = await sql`
    select first_name, external_user_id, updated_at from subscriber where provider_id = ${providerId} order by id`;
  expect(rows.map((row) => [row.first_name, row.external_user_id])).toEqual([
    ['José', 'é'],
    ['Ann', nfd('é')],
    ['Zoë', 'ü'],
  ]);
  expect(new Set(rows.map(({ updated_at }) => String(updated_at))).size).toBe(1);
});
