import { verifyPassword } from 'better-auth/crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/fixtures/fresh-database.ts';
import { authenticate } from '../../auth/authenticate.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { createPartner } from './create.ts';

let database: Database;

beforeAll(async () => {
  database = openDatabase(await freshDatabase());
});
afterAll(() => database.close());
beforeEach(() =>
  database.sql.begin(async (sql) => {
    await sql`set local demarc.audit_may_go = 'on'`;
    await sql`truncate organisation, provider, staff_user, audit_entry, event, mail cascade`;
  }),
);

const acme = { name: 'Acme Net', email: 'Owner@Acme.example ', livemode: false };

/** How many rows each table of accounts has, audit included. */
async function counts(): Promise<Record<string, number>> {
  const [row] = await database.sql<[{ counts: Record<string, number> }]>`
    select jsonb_build_object(
      'organisation', (select count(*) from organisation), 'provider', (select count(*) from provider),
      'credential', (select count(*) from access_credential), 'user', (select count(*) from staff_user),
      'member', (select count(*) from staff_member), 'audit', (select count(*) from audit_entry)) as counts`;
  return row.counts;
}

test('a partner can call the API, and its owner has a password that is stored as a hash', async () => {
  const made = await createPartner(acme);
  expect(made).toMatchObject({ ownerEmail: 'owner@acme.example', livemode: false });
  expect(await authenticate(made.accessId, made.accessSecret)).toMatchObject({
    providerId: made.providerId,
    livemode: false,
  });
  const [owner] = await database.sql`
    select u.email, a.password, m.role from staff_user u join staff_account a on a.user_id = u.id
    join staff_member m on m.user_id = u.id`;
  expect(owner).toMatchObject({ email: 'owner@acme.example', role: 'owner' });
  expect(owner?.password).not.toContain(made.ownerPassword);
  expect(await verifyPassword({ hash: owner?.password, password: made.ownerPassword ?? '' })).toBe(true);
});

test('sandbox and live account of an owner belong to one organisation with one staff', async () => {
  const sandbox = await createPartner(acme);
  const live = await createPartner({ ...acme, email: 'owner@acme.example', livemode: true });
  expect(live).toMatchObject({ livemode: true, ownerPassword: null });
  expect(live.providerId).not.toBe(sandbox.providerId);
  expect(await counts()).toEqual({
    organisation: 1,
    provider: 2,
    credential: 2,
    user: 1,
    member: 1,
    audit: 2,
  });
});

test('creating the same account again is refused and has no effect', async () => {
  await createPartner(acme);
  await createPartner({ ...acme, livemode: true });
  const before = await counts();
  for (const livemode of [false, true]) {
    await expect(createPartner({ ...acme, name: 'ACME net', livemode })).rejects.toThrow(
      `ACME net has a ${livemode ? 'live' : 'sandbox'} account already.`,
    );
  }
  expect(await counts()).toEqual(before);
});

test('another company of the same owner is another organisation', async () => {
  await createPartner(acme);
  await createPartner({ ...acme, name: 'Beta Net' });
  expect(await counts()).toMatchObject({ organisation: 2, provider: 2, user: 1, member: 2 });
});

test('the live account belongs to the organisation of that name', async () => {
  await createPartner(acme);
  const beta = await createPartner({ ...acme, name: 'Beta Net' });
  const live = await createPartner({ ...acme, name: 'Beta Net', livemode: true });
  const rows = await database.sql`
    select distinct organisation_id from provider where id in (${beta.providerId}, ${live.providerId})`;
  expect(rows).toHaveLength(1);
});

test('staff of another organisation who own none get an organisation of their own', async () => {
  await createPartner(acme);
  await database.sql`update staff_member set role = 'support'`;
  await createPartner({ ...acme, name: 'Own Net', livemode: true });
  expect(await counts()).toMatchObject({ organisation: 2, user: 1, member: 2 });
});

test('two concurrent commands create one owner', async () => {
  await Promise.all([createPartner(acme), createPartner({ ...acme, livemode: true })]);
  expect(await counts()).toMatchObject({ organisation: 1, provider: 2, user: 1 });
});

test('an invalid name, email address or time zone creates nothing', async () => {
  for (const bad of [
    { ...acme, name: ' ' },
    { ...acme, name: 'x'.repeat(121) },
    { ...acme, email: 'owner' },
    { ...acme, email: '' },
    { ...acme, timeZone: 'Mars/Olympus' },
  ]) {
    await expect(createPartner(bad)).rejects.toThrow();
  }
  expect(await counts()).toMatchObject({ organisation: 0, provider: 0, user: 0 });
});

test('the audit entry names the operator and has no secret', async () => {
  const made = await createPartner(acme);
  const entries = await database.sql`select * from audit_entry`;
  expect(entries).toMatchObject([
    { action: 'provider.create', actor_name: 'operator', resource_id: made.providerId },
  ]);
  expect(JSON.stringify(entries)).not.toContain(made.accessSecret);
});
