import { readdirSync, readFileSync } from 'node:fs';
import { generateDrizzleJson } from 'drizzle-kit/api';
import { expect, test } from 'vitest';

const folder = new URL('../../drizzle/migrations/', import.meta.url);
/** All but the baseline, which no process serves before. */
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql') && !name.startsWith('0000_'))
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));

/** Each makes a statement of the build before fail, whose processes serve until they are replaced. */
const breaking: [string, RegExp][] = [
  ['drops a table', /drop\s+table/i],
  ['drops a column', /drop\s+column/i],
  ['renames a table or a column', /alter\s+table\s+\S+\s+rename\s+(to|column)/i],
  ['changes the type of a column', /alter\s+column\s+\S+\s+(set\s+data\s+)?type/i],
  [
    'adds a required column without a default',
    /add\s+column\s+((?!default)[\s\S])*not\s+null(?!\s+default)/i,
  ],
];

test.each(breaking)('no migration %s', (_, pattern) => {
  const offenders = migrations.filter(({ text }) => text.split(';').some((part) => pattern.test(part)));
  expect(offenders.map(({ name }) => name)).toEqual([]);
});

test.each([
  ['drops a column', 'ALTER TABLE "delivery" DROP COLUMN "priority"'],
  ['renames a table or a column', 'ALTER TABLE "a" RENAME COLUMN "b" TO "c"'],
  ['changes the type of a column', 'ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE text'],
  ['adds a required column without a default', 'ALTER TABLE "a" ADD COLUMN "b" text NOT NULL'],
])('a statement that %s is found', (kind, statement) => {
  expect(breaking.find(([name]) => name === kind)?.[1].test(statement)).toBe(true);
});

test('the newest migration alone has a snapshot', () => {
  const meta = readdirSync(new URL('meta/', folder));
  const journal = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8'));
  const newest = journal.entries.at(-1).tag.split('_')[0];
  expect(meta.sort()).toEqual([`${newest}_snapshot.json`, '_journal.json']);
});

test('the newest snapshot has the tables of drizzle/schema: run npm run db:generate -- --name what_changed', async () => {
  const schema = new URL('../../drizzle/schema/', import.meta.url);
  const files = readdirSync(schema).map((name) => import(/* @vite-ignore */ new URL(name, schema).href));
  const current = generateDrizzleJson(Object.assign({}, ...(await Promise.all(files))));
  const [newest = ''] = readdirSync(new URL('meta/', folder)).filter((name) =>
    name.endsWith('_snapshot.json'),
  );
  const { tables } = JSON.parse(readFileSync(new URL(`meta/${newest}`, folder), 'utf8'));
  // As in the file, which has no undefined values.
  expect(JSON.parse(JSON.stringify(current.tables))).toEqual(tables);
});
