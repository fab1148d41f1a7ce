import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { newProvider } from '../../test/fixtures/provider.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { writtenRows } from '../../test/fixtures/written-rows.ts';
import { refuse } from '../contract/errors.ts';
import { createDemarcationPoint } from '../domain/demarcation-point/create.ts';
import { createSubscriber } from '../domain/subscriber/create.ts';
import { getSubscriber } from '../domain/subscriber/read.ts';
import { atOnce } from './at-once.ts';
import type { WriteScope } from './scope.ts';
import { onCommit, transaction } from './transaction.ts';

const held = useDatabase();

const ada = { firstName: 'Ada', lastName: 'Okoye', email: 'ada@example.com', phone: '+2348031234567' };
const bob = { ...ada, firstName: 'Bob', email: 'bob@example.com', phone: '+2348031234568' };
const answer = { key: 'k', fingerprint: 'f', status: 201, body: '{}', resourceId: null };

async function newAccount({ livemode = false, clockOffsetMs = 0 } = {}) {
  const { sql } = held.current;
  const { providerId } = await newProvider(held.current, { livemode });
  if (clockOffsetMs)
    await sql`update provider set clock_offset_ms = ${clockOffsetMs} where id = ${providerId}`;
  const origin = {
    ...{ providerId, livemode, clockOffsetMs },
    caller: { type: 'system', name: 'test' } as const,
    correlationId: randomUUID(),
  };
  return {
    providerId,
    origin,
    run: <T>(work: (scope: WriteScope) => Promise<T>, given: Partial<typeof origin> = {}) =>
      atOnce({ ...origin, ...given }, work),
    rows: () => writtenRows(sql, providerId),
  };
}

const create = (input: typeof ada, kept?: typeof answer) => async (scope: WriteScope) => {
  const subscriber = await createSubscriber(scope, input);
  scope.outbox.answer = kept;
  return subscriber;
};

const one = { subscribers: 1, events: 1, entries: 1, answers: 1 };
const nothing = { subscribers: 0, events: 0, entries: 0, answers: 0 };

test.each([true, false])(
  'state, event, audit entry and answer commit together, live: %s',
  async (livemode) => {
    const account = await newAccount({ livemode });
    const done = await account.run(create(ada, answer));
    expect(done?.result).toMatchObject({ firstName: 'Ada', status: 'active' });
    expect(await account.rows()).toEqual(one);
  },
);

test('work without an answer is done', async () => {
  const account = await newAccount();
  expect(await account.run(create(ada))).not.toBeNull();
  expect(await account.rows()).toEqual({ ...one, answers: 0 });
});

test('a known key leaves the work to the transaction', async () => {
  const account = await newAccount();
  await account.run(create(ada, answer));
  expect(await account.run(create(bob, answer))).toBeNull();
  expect(await account.rows()).toEqual(one);
});

test('a key of another account is not known', async () => {
  const [account, other] = [await newAccount(), await newAccount()];
  await account.run(create(ada, answer));
  await other.run(create(ada, answer));
  expect([await account.rows(), await other.rows()]).toEqual([one, one]);
});

test('a key in use leaves the work to the transaction, without waiting', async () => {
  const account = await newAccount();
  const { sql } = held.current;
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${account.providerId} k`}, 0))`;
    expect(await account.run(create(ada, answer))).toBeNull();
  });
  expect(await account.rows()).toEqual(nothing);
  expect(await account.run(create(ada, answer))).not.toBeNull();
});

test('a test clock that has moved leaves the work to the transaction', async () => {
  const account = await newAccount({ clockOffsetMs: 60_000 });
  expect(await account.run(create(ada, answer), { clockOffsetMs: 0 })).toBeNull();
  expect(await account.rows()).toEqual(nothing);
  const done = await account.run(create(ada, answer));
  const { createdAt } = done?.result ?? {};
  expect(Date.parse(String(createdAt)) - Date.now()).toBeGreaterThan(50_000);
});

test('refused work is left to the transaction, which looks at the key first', async () => {
  const account = await newAccount();
  const refused = account.run(async (scope) => {
    await createSubscriber(scope, ada);
    throw refuse('FORBIDDEN');
  });
  expect(await refused).toBeNull();
  expect(await account.rows()).toEqual(nothing);
});

test('a violation refuses all taken values and leaves nothing behind', async () => {
  const account = await newAccount();
  await account.run(create(ada, answer));
  await expect(account.run(create(ada, { ...answer, key: 'other' }))).rejects.toMatchObject({
    body: {
      rejectionReasons: [
        expect.objectContaining({ field: 'email' }),
        expect.objectContaining({ field: 'phone' }),
      ],
    },
  });
  expect(await account.rows()).toEqual(one);
});

test('ten concurrent requests with one key create one subscriber', async () => {
  const account = await newAccount();
  const done = await Promise.all(Array.from({ length: 10 }, () => account.run(create(ada, answer))));
  expect(done.filter((each) => each !== null)).toHaveLength(1);
  expect(await account.rows()).toEqual(one);
});

test('work that reads fails', async () => {
  const account = await newAccount();
  await expect(account.run((scope) => getSubscriber(scope, { id: 'sub_1' }))).rejects.toThrow('cannot read');
});

test('the deliveries of the event wake their job, and only what was written does', async () => {
  const account = await newAccount();
  const { sql } = held.current;
  await sql`
    insert into webhook (
      id, provider_id, url, events, sealed_headers, api_version, status, sealed_secret, secret_last4, created_at, updated_at
    ) values (
      'whk_1', ${account.providerId}, 'https://receiver.example', '{subscriber.created}', '', '2026-01-15', 'ACTIVE', '', '',
      now(), now()
    )`;
  const wakes = vi.fn();
  onCommit(wakes);
  await account.run(create(ada, answer));
  await account.run(create(bob, answer));
  onCommit(() => {});
  expect(wakes.mock.calls).toEqual([[account.providerId, new Set(['deliveries/due'])]]);
  expect(await sql`select 1 from delivery where provider_id = ${account.providerId}`).toHaveLength(1);
});

test('a request that begins before another one with its key commits is left to the transaction', async () => {
  const account = await newAccount();
  const { sql } = held.current;
  // The first insert of a key waits after the snapshot of its statement is taken.
  await sql
    .unsafe(`
      create sequence pauses;
      create function pause() returns trigger language plpgsql as $$ begin
        if nextval('pauses') = 1 then perform pg_sleep(1); end if;
        return null;
      end $$;
      create trigger pause before insert on idempotency_key for each statement execute function pause()`)
    .simple();
  const late = account.run(create(ada, answer));
  const isWaiting = async () =>
    (await sql`select 1 from pg_stat_activity where wait_event = 'PgSleep'`).length > 0;
  await expect.poll(isWaiting, { interval: 20 }).toBe(true);
  await transaction(account.origin, create(ada, answer));
  expect(await late).toBeNull();
  expect(await account.rows()).toEqual(one);
  await sql`drop function pause cascade`;
});

test('rows are written in the order of a transaction, so that writers of one provider have no deadlock', async () => {
  const account = await newAccount();
  const { sql } = held.current;
  const tables = ['subscriber', 'event', 'idempotency_key', 'row_count'];
  await sql
    .unsafe(`
      create table written (n serial, name text);
      create function note_written() returns trigger language plpgsql as $$ begin
        insert into written (name) values (concat_ws(' ', tg_table_name, to_jsonb(new) ->> 'resource'));
        return new;
      end $$;
      ${tables.map((name) => `create trigger a_note before insert on ${name} for each row execute function note_written();`).join('')}`)
    .simple();
  const written = async (work: () => Promise<unknown>) => {
    await sql`truncate written`;
    await work();
    return (await sql`select name from written order by n`).map(({ name }) => name);
  };
  const atOnceOrder = await written(() => account.run(create(ada, answer)));
  const totals = (names: string[]) => names.filter((name) => name.startsWith('row_count'));
  const inTransaction = await written(() =>
    transaction(account.origin, create(bob, { ...answer, key: 'other' })),
  );
  await sql`drop function note_written cascade`;
  expect(atOnceOrder.filter((name) => !name.startsWith('row_count'))).toEqual([
    'idempotency_key',
    'subscriber',
    expect.stringMatching(/^event/),
  ]);
  expect(totals(atOnceOrder)).toEqual(totals(inTransaction));
  expect(totals(atOnceOrder)).toHaveLength(3);
});

test('the optional fields of a row do not change its statement', async () => {
  const account = await newAccount();
  const textOf = async (more: object) => {
    let text: string | undefined;
    await account.run(async (scope) => {
      const point = await createDemarcationPoint(scope, { name: 'Cabinet', accessType: 'FIBER', ...more });
      text = scope.outbox.atOnce?.inserts[0]?.text;
      return point;
    });
    return text;
  };
  expect(await textOf({})).toMatch(/^insert into "demarcation_point"/);
  expect(await textOf({ city: 'Nairobi' })).toBe(await textOf({}));
});
