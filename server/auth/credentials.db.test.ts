import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../test/fixtures/eventually.ts';
import { freshDatabase } from '../../test/fixtures/fresh-database.ts';
import { type Database, db, openDatabase } from '../db/client.ts';
import { issueCredential } from '../domain/partner/credential.ts';
import type { WriteScope } from '../work/scope.ts';
import { transaction } from '../work/transaction.ts';
import { authenticate, evictCredential } from './authenticate.ts';
import { createCredential, listCredentials, revokeCredential, rotateCredential } from './credentials.ts';

let database: Database;

beforeAll(async () => {
  database = openDatabase(await freshDatabase());
  await database.sql`insert into organisation (id, name, created_at, updated_at) values ('org', 'Org', now(), now()), ('org2', 'Org 2', now(), now())`;
  await database.sql`
    insert into provider (id, organisation_id, name, livemode, created_at, updated_at)
    values ('prv', 'org', 'Net', true, now(), now()), ('prv_test', 'org', 'Net', false, now(), now()),
      ('prv_other', 'org2', 'Other', true, now(), now())`;
});
afterAll(() => database.close());

const origin = (providerId = 'prv') => ({
  providerId,
  caller: { type: 'staff', id: 'ada', name: 'Ada', email: 'ada@acme.example', role: 'owner' } as const,
  correlationId: randomUUID(),
});

function inTransaction<T>(work: (scope: WriteScope) => Promise<T>, providerId?: string): Promise<T> {
  return transaction(origin(providerId), work);
}

const issue = (providerId = 'prv') => issueCredential(db(), { providerId, label: 'Key', now: new Date() });

test('a new credential has the documented form, and its secret is stored as a hash only', async () => {
  const { id, accessId, accessSecret } = await issue();
  expect(accessId).toMatch(/^ak_[0-9a-hjkmnp-tv-z]{24}$/);
  expect(accessSecret).toMatch(/^sk_[\w-]{43}$/);
  const [row] =
    await database.sql`select to_jsonb(c)::text as text from access_credential c where id = ${id}`;
  expect(row?.text).not.toContain(accessSecret);
  expect(row?.text).not.toContain(accessSecret.slice(3));
});

test('a valid pair authenticates its provider, also from the cache', async () => {
  const { id, accessId, accessSecret } = await issue('prv_other');
  const caller = {
    credentialId: id,
    accessId,
    label: 'Key',
    providerId: 'prv_other',
    livemode: true,
    status: 'ACTIVE',
    clockOffsetMs: 0,
  };
  expect(await authenticate(accessId, accessSecret)).toEqual(caller);
  expect(await authenticate(accessId, accessSecret)).toEqual(caller);
});

test('the caller of a sandbox account has the current offset of its clock', async () => {
  const { accessId, accessSecret } = await issue('prv_test');
  expect(await authenticate(accessId, accessSecret)).toMatchObject({ livemode: false, clockOffsetMs: 0 });
  await database.sql`update provider set clock_offset_ms = 5000 where id = 'prv_test'`;
  expect(await authenticate(accessId, accessSecret)).toMatchObject({ livemode: false, clockOffsetMs: 5000 });
});

test('a wrong or missing secret, or that of another credential, is refused, also for a cached credential', async () => {
  const { accessId, accessSecret } = await issue();
  const other = await issue();
  expect(await authenticate(accessId, accessSecret)).not.toBeNull();
  for (const [id, secret] of [
    [accessId, `${accessSecret}x`],
    [accessId, accessSecret.slice(0, -1)],
    [accessId, other.accessSecret],
    [accessId, ''],
    [accessId, undefined],
    [undefined, accessSecret],
    [undefined, undefined],
    ['ak_000000000000000000000000', accessSecret],
    [accessId.toUpperCase(), accessSecret],
    [`${accessId} `, accessSecret],
  ] as const) {
    expect(await authenticate(id, secret), String(id)).toBeNull();
  }
});

test('a failed attempt does not cache a credential', async () => {
  const { id, accessId, accessSecret } = await issue();
  expect(await authenticate(accessId, 'sk_wrong')).toBeNull();
  await database.sql`update access_credential set expires_at = now() where id = ${id}`;
  expect(await authenticate(accessId, accessSecret)).toBeNull();
});

test('a revocation in this process takes effect at its commit', async () => {
  const { id, accessId, accessSecret } = await issue();
  expect(await authenticate(accessId, accessSecret)).not.toBeNull();
  await inTransaction(async (scope) => {
    await revokeCredential(scope, { id });
    expect(await authenticate(accessId, accessSecret)).not.toBeNull();
  });
  expect(await authenticate(accessId, accessSecret)).toBeNull();
  await expect(inTransaction((scope) => revokeCredential(scope, { id }))).rejects.toMatchObject({
    key: 'IMMUTABLE',
  });
});

test('a revocation in another process takes effect within a second', async () => {
  const { id, accessId, accessSecret } = await issue();
  expect(await authenticate(accessId, accessSecret)).not.toBeNull();
  await database.sql`update access_credential set expires_at = now() where id = ${id}`;
  await eventually(async () => expect(await authenticate(accessId, accessSecret)).toBeNull());
});

test('a rotated secret stays valid beside its successor until its overlap ends', async () => {
  const { id, accessId, accessSecret } = await issue();
  const successor = await inTransaction((scope) => rotateCredential(scope, { id }));
  expect(await authenticate(accessId, accessSecret)).not.toBeNull();
  expect(await authenticate(successor.accessId, successor.accessSecret)).not.toBeNull();

  const listed = await inTransaction(listCredentials);
  const hours = (Date.parse(listed.find((c) => c.id === id)?.expiresAt ?? '') - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
  await expect(inTransaction((scope) => rotateCredential(scope, { id }))).rejects.toMatchObject({
    key: 'IMMUTABLE',
  });

  await database.sql`update access_credential set expires_at = now() where id = ${id}`;
  evictCredential(accessId);
  expect(await authenticate(accessId, accessSecret)).toBeNull();
  expect(await authenticate(successor.accessId, successor.accessSecret)).not.toBeNull();
});

test('a list has the valid credentials, and the newest 100 of the expired ones', async () => {
  const { id } = await issue();
  await database.sql`
    insert into access_credential
    select (jsonb_populate_record(c, jsonb_build_object('id', 'crd_former_' || n, 'access_id', 'ak_former_' || n,
      'expires_at', now(), 'created_at', c.created_at - make_interval(secs => n)))).*
    from access_credential c, generate_series(1, 150) n where c.id = ${id}`;
  try {
    const listed = await inTransaction(listCredentials);
    const former = listed.filter((each) => each.id.startsWith('crd_former_')).map((each) => each.id);
    expect(listed.map((each) => each.id)).toContain(id);
    expect(listed.filter((each) => !each.isActive)).toHaveLength(100);
    expect(former).toEqual(former.toSorted((a, b) => Number(a.slice(11)) - Number(b.slice(11))));
    expect(former).not.toContain('crd_former_101');
  } finally {
    await database.sql`delete from access_credential where id like 'crd_former_%'`;
  }
});

test('a credential in its overlap can be revoked', async () => {
  const { id, accessId, accessSecret } = await issue();
  await inTransaction((scope) => rotateCredential(scope, { id }));
  await inTransaction((scope) => revokeCredential(scope, { id }));
  expect(await authenticate(accessId, accessSecret)).toBeNull();
});

test('NOT_FOUND for a credential of another provider is the same as for an unknown one', async () => {
  const { id, accessId, accessSecret } = await issue('prv_other');
  for (const work of [rotateCredential, revokeCredential]) {
    const ofOther = inTransaction((scope) => work(scope, { id })).catch((error) => error.body);
    const unknown = inTransaction((scope) => work(scope, { id: 'crd_none' })).catch((error) => error.body);
    expect(await ofOther).toEqual(await unknown);
    expect(await unknown).toMatchObject({ error: 'NOT_FOUND' });
  }
  expect(await authenticate(accessId, accessSecret)).not.toBeNull();
  const listed = await inTransaction(listCredentials);
  expect(listed.map((c) => c.id)).not.toContain(id);
});

test('every change has an audit entry without the secret', async () => {
  const created = await inTransaction((scope) => createCredential(scope, { label: 'CRM' }));
  const successor = await inTransaction((scope) => rotateCredential(scope, created));
  await inTransaction((scope) => revokeCredential(scope, created));
  const entries = await database.sql`
    select action, resource_id, changes, actor_name from audit_entry
    where resource_id in (${created.id}, ${successor.id}) order by id`;
  expect(entries.map((e) => `${e.actor_name} ${e.action} ${e.resource_id}`)).toEqual([
    `Ada accessCredential.create ${created.id}`,
    `Ada accessCredential.rotate ${created.id}`,
    `Ada accessCredential.create ${successor.id}`,
    `Ada accessCredential.revoke ${created.id}`,
  ]);
  const text = JSON.stringify([entries, await inTransaction(listCredentials)]);
  for (const { accessSecret } of [created, successor]) expect(text).not.toContain(accessSecret.slice(3));
});

test('the last use is recorded for successful requests only', async () => {
  const { id, accessId, accessSecret } = await issue();
  const lastUse = async () => (await inTransaction(listCredentials)).find((c) => c.id === id)?.lastUsedAt;
  await authenticate(accessId, 'sk_wrong');
  expect(await lastUse()).toBeNull();
  await authenticate(accessId, accessSecret);
  await eventually(async () => expect(await lastUse()).not.toBeNull());
});

test('an account has at most 20 valid keys, those in their overlap included, and can rotate them all', async () => {
  await database.sql`insert into organisation (id, name, created_at, updated_at) values ('org3', 'Org 3', now(), now())`;
  await database.sql`
    insert into provider (id, organisation_id, name, livemode, created_at, updated_at)
    values ('prv_many', 'org3', 'Many', true, now(), now())`;
  const create = () => inTransaction((scope) => createCredential(scope, { label: 'Key' }), 'prv_many');
  const rotate = (id: string) => inTransaction((scope) => rotateCredential(scope, { id }), 'prv_many');
  const valid = async () => {
    const [row] = await database.sql`
      select count(*)::int as n from access_credential
      where provider_id = 'prv_many' and (expires_at is null or expires_at > now())`;
    return row?.n;
  };
  const conflict = { key: 'CONFLICT' };
  // At once, so that a count without a lock would let more pass.
  const made = await Promise.allSettled(Array.from({ length: 24 }, create));
  expect(made.filter(({ status }) => status === 'rejected')).toHaveLength(4);
  expect(await valid()).toBe(20);
  const ids = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []));
  let last = '';
  for (const id of ids) last = (await rotate(id)).id;
  expect(await valid()).toBe(40);
  await expect(rotate(last)).rejects.toMatchObject(conflict);
  await inTransaction((scope) => revokeCredential(scope, { id: ids[0] ?? '' }), 'prv_many');
  await rotate(last);
  await expect(create()).rejects.toMatchObject(conflict);
});
