import { randomUUID } from 'node:crypto';
import { sql as text } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newProvider } from '../../test/fixtures/provider.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';
import { writtenRows } from '../../test/fixtures/written-rows.ts';
import { refuse } from '../contract/errors.ts';
import { createDemarcationPoint } from '../domain/demarcation-point/create.ts';
import { createSubscriber } from '../domain/subscriber/create.ts';
import { getSubscriber } from '../domain/subscriber/read.ts';
import { metrics } from '../metrics.ts';
import { type Idempotency, keepAnswer } from './idempotency-key.ts';
import type { WriteScope } from './scope.ts';
import { transaction } from './transaction.ts';
import { onCommit } from './wake.ts';

const held = useDatabase();

const ada = { firstName: 'Ada', lastName: 'Okoye', email: 'ada@example.com', phone: '+2348031234567' };
const bob = { ...ada, firstName: 'Bob', email: 'bob@example.com', phone: '+2348031234568' };
const newKey = (key = 'k'): Idempotency => ({ key, fingerprint: 'f', status: 201 });

/** Called for each transaction that is opened. */
const opened = vi.spyOn(metrics, 'waitedForConnection');
beforeEach(() => void opened.mockClear());
afterEach(() => onCommit(() => {}));

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
    /** Runs work as a request does. Its answer is stored with the key, if there is one. */
    run: <T extends object>(
      work: (scope: WriteScope) => Promise<T>,
      { key, ...given }: Partial<typeof origin> & { key?: Idempotency } = {},
    ) =>
      transaction(
        { ...origin, ...given },
        async (scope) => {
          const result = await work(scope);
          if (key) keepAnswer(scope, key, result, false);
          return result;
        },
        key,
      ),
    rows: () => writtenRows(sql, providerId),
  };
}

const create = (input: typeof ada) => (scope: WriteScope) => createSubscriber(scope, input);

const one = { subscribers: 1, events: 1, entries: 1, answers: 1 };
const nothing = { subscribers: 0, events: 0, entries: 0, answers: 0 };

test.each([true, false])(
  'state, event, audit entry and answer commit together in one statement, live: %s',
  async (livemode) => {
    const account = await newAccount({ livemode });
    const done = await account.run(create(ada), { key: newKey() });
    expect(done).toMatchObject({ firstName: 'Ada', status: 'active' });
    expect(await account.rows()).toEqual(one);
    expect(opened).not.toHaveBeenCalled();
  },
);

test('work without an answer is one statement', async () => {
  const account = await newAccount();
  await account.run(create(ada));
  expect(await account.rows()).toEqual({ ...one, answers: 0 });
  expect(opened).not.toHaveBeenCalled();
});

test('work that does nothing sends nothing', async () => {
  const account = await newAccount();
  expect(await account.run(async () => ({ done: true }))).toEqual({ done: true });
  expect(opened).not.toHaveBeenCalled();
});

test('a known key has its stored answer, and nothing is written', async () => {
  const account = await newAccount();
  const first = await account.run(create(ada), { key: newKey() });
  const again = newKey();
  expect(await account.run(create(bob), { key: again })).toMatchObject({ id: first.id, firstName: 'Ada' });
  expect(again.answer).toMatchObject({ status: 201, replayed: true });
  expect(await account.rows()).toEqual(one);
});

test('a known key of another request is refused, whatever the work does', async () => {
  const account = await newAccount();
  await account.run(create(ada), { key: newKey() });
  const other = () => ({ ...newKey(), fingerprint: 'other' });
  const reading = (scope: WriteScope) => getSubscriber(scope, { id: 'sub_1' });
  for (const work of [create(bob), create(ada), reading]) {
    await expect(account.run<object>(work, { key: other() })).rejects.toMatchObject({ key: 'CONFLICT' });
  }
  expect(await account.rows()).toEqual(one);
});

test('a key of another account is not known', async () => {
  const [account, other] = [await newAccount(), await newAccount()];
  await account.run(create(ada), { key: newKey() });
  await other.run(create(ada), { key: newKey() });
  expect([await account.rows(), await other.rows()]).toEqual([one, one]);
});

test('a key in use is refused without waiting', async () => {
  const account = await newAccount();
  const { sql } = held.current;
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${account.providerId} k`}, 0))`;
    await expect(account.run(create(ada), { key: newKey() })).rejects.toMatchObject({ key: 'CONFLICT' });
  });
  expect(await account.rows()).toEqual(nothing);
  await account.run(create(ada), { key: newKey() });
  expect(await account.rows()).toEqual(one);
});

test('a test clock that has moved repeats the work at the new time', async () => {
  const account = await newAccount({ clockOffsetMs: 60_000 });
  const { createdAt } = await account.run(create(ada), { clockOffsetMs: 0, key: newKey() });
  expect(Date.parse(String(createdAt)) - Date.now()).toBeGreaterThan(50_000);
  expect(await account.rows()).toEqual(one);
});

test('work that reads sees the time of a test clock that has moved before it', async () => {
  const account = await newAccount({ clockOffsetMs: 60_000 });
  const times: number[] = [];
  await account.run(
    async ({ db, now }) => {
      await db.execute(text`select 1`);
      times.push(now.getTime() - Date.now());
      return {};
    },
    { clockOffsetMs: 0 },
  );
  expect(times).toEqual([expect.closeTo(60_000, -4)]);
});

test('refused work leaves nothing, and the answer of a known key comes before the refusal', async () => {
  const account = await newAccount();
  const refused = async (scope: WriteScope) => {
    await createSubscriber(scope, bob);
    throw refuse('FORBIDDEN');
  };
  await expect(account.run(refused, { key: newKey() })).rejects.toMatchObject({ key: 'FORBIDDEN' });
  expect(await account.rows()).toEqual(nothing);
  await account.run(create(ada), { key: newKey() });
  expect(await account.run<object>(refused, { key: newKey() })).toMatchObject({ firstName: 'Ada' });
  expect(await account.rows()).toEqual(one);
});

const taken = {
  body: {
    rejectionReasons: [
      expect.objectContaining({ field: 'email' }),
      expect.objectContaining({ field: 'phone' }),
    ],
  },
};

test('a violation refuses all taken values and leaves nothing behind', async () => {
  const account = await newAccount();
  await account.run(create(ada), { key: newKey() });
  await expect(account.run(create(ada), { key: newKey('other') })).rejects.toMatchObject(taken);
  expect(await account.rows()).toEqual(one);
});

test('a violation that a later read brings to light is the same refusal, even if the work goes on', async () => {
  const account = await newAccount();
  await account.run(create(ada), { key: newKey() });
  const goesOn = async (scope: WriteScope) => {
    const made = await createSubscriber(scope, ada);
    await getSubscriber(scope, { id: made.id }).catch(() => {});
    return made;
  };
  await expect(account.run(goesOn, { key: newKey('other') })).rejects.toMatchObject(taken);
  expect(await account.rows()).toEqual(one);
});

test.each([
  [ada, bob],
  [bob, ada],
])('of two writes that may violate an index each has its own refusal', async (first, second) => {
  const account = await newAccount();
  await account.run(create(bob));
  const both = async (scope: WriteScope) => {
    await createSubscriber(scope, first);
    return createSubscriber(scope, second);
  };
  await expect(account.run(both)).rejects.toMatchObject(taken);
  expect(await account.rows()).toEqual({ ...one, answers: 0 });
});

test('the error of opening is that of the work, even if the work goes on', async () => {
  const account = await newAccount({ livemode: true });
  await account.run(create(ada), { key: newKey() });
  const goesOn = async ({ db }: WriteScope) => db.execute(text`select 1`).catch(() => {});
  const other = { ...newKey(), fingerprint: 'other' };
  await expect(transaction(account.origin, goesOn, other)).rejects.toMatchObject({ key: 'CONFLICT' });
});

test('ten concurrent requests with one key create one subscriber', async () => {
  const account = await newAccount();
  const done = await Promise.allSettled(
    Array.from({ length: 10 }, () => account.run(create(ada), { key: newKey() })),
  );
  const ids = done.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []));
  expect(new Set(ids).size).toBe(1);
  const refusals = done.flatMap((each) => (each.status === 'rejected' ? [each.reason.key] : []));
  expect(new Set([...refusals, 'CONFLICT'])).toEqual(new Set(['CONFLICT']));
  expect(await account.rows()).toEqual(one);
});

test('work that reads what it has inserted does so in one transaction', async () => {
  const account = await newAccount();
  const createAndRead = async (scope: WriteScope) => {
    const { id } = await createSubscriber(scope, ada);
    return getSubscriber(scope, { id });
  };
  expect(await account.run(createAndRead, { key: newKey() })).toMatchObject({ firstName: 'Ada' });
  expect(await account.rows()).toEqual(one);
  expect(opened).toHaveBeenCalledTimes(1);
});

test('work that fails after it has read what it inserted leaves nothing', async () => {
  const account = await newAccount();
  const failing = async (scope: WriteScope) => {
    const { id } = await createSubscriber(scope, ada);
    await getSubscriber(scope, { id });
    throw refuse('FORBIDDEN');
  };
  await expect(account.run(failing, { key: newKey() })).rejects.toMatchObject({ key: 'FORBIDDEN' });
  expect(await account.rows()).toEqual(nothing);
});

test.each([
  ['committed', async () => ({})],
  ['refused', () => Promise.reject(refuse('FORBIDDEN'))],
])('a statement of work that was %s is not sent', async (_, end) => {
  // The clock of a live account is not read before COMMIT.
  const account = await newAccount({ livemode: true });
  const { providerId } = account;
  const rename = ({ db }: WriteScope) =>
    db.execute(text`update provider set name = 'Late' where id = ${providerId}`);
  let late: Promise<unknown> | undefined;
  await account
    .run(async (scope) => {
      await scope.db.execute(text`select 1`);
      // COMMIT and ROLLBACK are sent by then, and not yet answered.
      late = new Promise((resolve) => setImmediate(() => resolve(rename(scope))));
      late.catch(() => {});
      return end();
    })
    .catch(() => {});
  await expect(late).rejects.toThrow();
  const { sql } = held.current;
  expect(await sql`select name from provider where id = ${providerId}`).toEqual([{ name: 'Test' }]);
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
  await account.run(create(ada), { key: newKey() });
  await account.run(create(bob), { key: newKey() });
  expect(wakes.mock.calls).toEqual([[account.providerId, new Set(['deliveries/due'])]]);
  expect(await sql`select 1 from delivery where provider_id = ${account.providerId}`).toHaveLength(1);
});

test('a request that begins before another one with its key commits gets its answer', async () => {
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
  const late = account.run(create(bob), { key: newKey() });
  const isWaiting = async () =>
    (await sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`)
      .length > 0;
  await expect.poll(isWaiting, { interval: 20 }).toBe(true);
  // It does not claim the key, which the first request holds.
  await transaction(account.origin, async (scope) => {
    keepAnswer(scope, newKey(), await createSubscriber(scope, ada), false);
  });
  expect(await late).toMatchObject({ firstName: 'Ada' });
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
  const aloneOrder = await written(() => account.run(create(ada), { key: newKey() }));
  const totals = (names: string[]) => names.filter((name) => name.startsWith('row_count'));
  const afterRead = async (scope: WriteScope) => {
    await scope.db.execute(text`select 1`);
    return createSubscriber(scope, bob);
  };
  const inTransaction = await written(() => account.run(afterRead, { key: newKey('other') }));
  await sql`drop function note_written cascade`;
  expect(aloneOrder.filter((name) => !name.startsWith('row_count'))).toEqual([
    'idempotency_key',
    'subscriber',
    expect.stringMatching(/^event/),
  ]);
  expect(totals(aloneOrder)).toEqual(totals(inTransaction));
  expect(totals(aloneOrder)).toHaveLength(3);
});

test('the optional fields of a row do not change its statement', async () => {
  const account = await newAccount();
  const textOf = async (more: object) => {
    let insert: string | undefined;
    await account.run(async (scope) => {
      const point = await createDemarcationPoint(scope, { name: 'Cabinet', accessType: 'FIBER', ...more });
      insert = scope.outbox.collected?.inserts[0]?.text;
      return point;
    });
    return insert;
  };
  expect(await textOf({})).toMatch(/^insert into "demarcation_point"/);
  expect(await textOf({ city: 'Nairobi' })).toBe(await textOf({}));
});
