import { expect, test } from 'vitest';
import { newProvider } from '../../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../../test/fixtures/use-database.ts';
import { db } from '../../../db/client.ts';
import { commonReads } from './common-reads.ts';

const database = useDatabase();

test('what the messages of a run have in common is read once, and again in the next run', async () => {
  const { providerId } = await newProvider(database.current);
  const rename = (name: string) =>
    database.current.sql`update provider set name = ${name} where id = ${providerId}`;
  const common = commonReads({ db: db(), providerId });
  expect((await common.issuer()).name).toBe('Test');
  await rename('Renamed');
  expect((await common.issuer()).name).toBe('Test');
  expect((await commonReads({ db: db(), providerId }).issuer()).name).toBe('Renamed');
  const texts = await Promise.all(
    (['RECEIPT', 'INVOICE'] as const).map((kind) =>
      common.currentText({ kind, channel: 'EMAIL', language: 'en' }),
    ),
  );
  expect(texts[0]?.subject).not.toBe(texts[1]?.subject);
});

test('a read that failed is repeated for the next message', async () => {
  const { sql } = database.current;
  const common = commonReads({ db: db(), providerId: 'prv_later' });
  await expect(common.issuer()).rejects.toMatchObject({ key: 'NOT_FOUND' });
  await sql`insert into organisation (id, name, created_at, updated_at) values ('org_later', 'Later', now(), now())`;
  await sql`
    insert into provider (id, organisation_id, name, livemode, tax_rate, created_at, updated_at)
    values ('prv_later', 'org_later', 'Later', false, 0, now(), now())`;
  expect((await common.issuer()).name).toBe('Later');
});
