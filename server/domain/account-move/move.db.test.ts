import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newCustomer } from '../../../test/fixtures/customer.ts';
import { digests, fillRest, insertRow } from '../../../test/fixtures/filled-account.ts';
import { freshDatabase } from '../../../test/fixtures/fresh-database.ts';
import { atTimeOf, newProvider } from '../../../test/fixtures/provider.ts';
import { checkInvariants } from '../../../test/invariants/check-invariants.ts';
import { realNow } from '../../clock.ts';
import { Refusal } from '../../contract/errors.ts';
import { type Database, openDatabase, openFurtherDatabase } from '../../db/client.ts';
import { isInAnotherCell } from '../../db/errors.ts';
import type { Caller } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { eraseAccount, eraseRows } from '../account-archive/erase.ts';
import { placeAllEvents } from '../event/place-events.ts';
import { readFeed } from '../event/read-feed.ts';
import { receiveInboundNow } from '../inbound-event/receive.ts';
import { findActiveEndpoints } from '../messaging/delivery/claim.ts';
import { asOperator } from '../partner/as-operator.ts';
import { resumeAccount, suspendAccount } from '../partner/change-status.ts';
import { createPartner } from '../partner/create.ts';
import { showPartner } from '../partner/read.ts';
import { loadDefaultScheduleD } from '../schedule-d/load.ts';
import { createSubscriber } from '../subscriber/create.ts';
import { terminateSubscriber } from '../subscriber/terminate.ts';
import type { OpenCell } from './cells.ts';
import { copyAccount } from './copy-account.ts';
import { cancelMove, moveAccount } from './move.ts';

/** Tables whose rows differ between cells: the status of the account, and the entries of the move itself. */
const OF_THE_CELL = ['provider', 'audit_entry', 'event_pending', 'pending_accounting'];
const LOGS = ['accounting_fault', 'forged_accounting', 'former_network_server', 'unclaimed_accounting'];

let one: OpenCell;
let two: OpenCell;
let cells: OpenCell[];
let account = '';
let other: Awaited<ReturnType<typeof newProvider>>;
const log = { info: () => {}, warn: () => {} };

/** A cell whose role may write as replication does. */
async function openCell(name: string): Promise<OpenCell> {
  const { pathname } = new URL(await freshDatabase());
  const url = new URL(inject('adminUrl'));
  url.pathname = pathname;
  return { name, database: openFurtherDatabase(url.href, 8) };
}

/** Runs work while a cell is the one of the process. */
async function on<T>({ database: { url } }: OpenCell, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url, 4);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const statusIn = async ({ database: { sql } }: OpenCell, id = account) =>
  (await sql`select status, move from provider where id = ${id}`)[0];

const reasonOf = (running: Promise<unknown>) =>
  running.then(
    () => 'no refusal',
    (error: unknown) =>
      error instanceof Refusal ? (error.body.rejectionReasons[0]?.message ?? error.key) : String(error),
  );

const move = (to: string, id = account) => moveAccount(cells, { providerId: id, to, patienceMs: 2_000 });

const rowsOf = (cell: OpenCell, id = account) => digests(cell.database, id, [...OF_THE_CELL, ...LOGS]);

const subscriber = (n: number) => ({
  ...{ firstName: 'Ada', lastName: 'L', email: `moved${n}@example.com`, phone: `+2547${30_000_000 + n}` },
});

async function create(cell: OpenCell, n: number, id = account): Promise<string> {
  return on(cell, () => asOperator(id, async (scope) => (await createSubscriber(scope, subscriber(n))).id));
}

/** A row in each table that has none. Keys do not act. */
async function fillEmpty(): Promise<void> {
  const at = '2026-03-01T00:00:00Z';
  const known: Record<string, object> = {
    charge: { status: 'PENDING', currency: 'USD', amount: 100 },
    installation: { status: 'ACTIVATED', kind: 'INITIAL', free: true, installed_at: at },
    job: { kind: 'import', status: 'COMPLETED' },
    refund: { status: 'SUCCEEDED', reason: 'REQUESTED', currency: 'USD', amount: 1 },
    webhook: { status: 'ACTIVE', api_version: '2026-01-15', events: ['*'] },
  };
  const found = await digests(one.database, account);
  for (const [name, { rows }] of Object.entries(found)) {
    if (rows > 0 || name.endsWith('_pending') || name === 'pending_accounting') continue;
    await one.database.sql.begin(async (sql) => {
      await sql`set local session_replication_role = 'replica'`;
      await insertRow({ sql } as never, name, { provider_id: account, ...known[name] });
    });
  }
}

beforeAll(async () => {
  one = await openCell('one');
  two = await openCell('two');
  cells = [one, two];
  await on(one, async (database) => {
    await loadDefaultScheduleD();
    account = (await createPartner({ name: 'Partner', email: 'owner@isp.example', livemode: false }))
      .providerId;
    const own = { providerId: account, at: atTimeOf(account) };
    const stranger = await newProvider(database);
    for (const provider of [own, stranger])
      await newCustomer(provider, database, new Date('2026-03-01T00:00:00Z'));
    await fillRest(database, account, 1, stranger.providerId);
    await fillEmpty();
    // Nothing processes packets here.
    await database.sql`delete from pending_accounting`;
    await placeAllEvents();
  });
  await on(two, async (database) => {
    await loadDefaultScheduleD();
    other = await newProvider(database);
    await newCustomer(other, database, new Date('2026-03-01T00:00:00Z'));
    // The head of the feed of a cell is its own.
    await placeAllEvents();
  });
});
afterAll(() => Promise.all([one, two].map(({ database }) => database.close())));

test('what cannot be moved is refused with the reason, and nothing changes', async () => {
  const before = await rowsOf(one);
  expect(await reasonOf(move('three'))).toBe('There is no cell three. The cells are one, two.');
  expect(await reasonOf(move('two', 'prv_none'))).toBe('No cell has the account prv_none.');
  expect(await reasonOf(cancelMove(cells, account))).toContain('is not being moved. It runs in the cell one');
  const applicationUrl = new URL(inject('applicationUrl'));
  applicationUrl.pathname = new URL(two.database.url).pathname;
  const asRole = { name: 'two', database: openFurtherDatabase(applicationUrl.href, 2) };
  try {
    expect(await reasonOf(moveAccount([one, asRole], { providerId: account, to: 'two' }))).toContain(
      'grant set on parameter session_replication_role',
    );
  } finally {
    await asRole.database.close();
  }
  const { sql } = two.database;
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9e15)`;
  expect(await reasonOf(move('two'))).toContain('Run one release in both.');
  await sql`delete from drizzle.__drizzle_migrations where hash = 'later'`;
  await sql`
    insert into customer_page (provider_id, subscriber_id, token_hash, sealed_token, created_at, updated_at)
    select provider_id, id, 'x', 'bound:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', now(), now()
    from subscriber where provider_id = ${other.providerId}`;
  expect(await reasonOf(move('two'))).toContain('SECRETS_KEY does not open the secrets of the cell two');
  await sql`delete from customer_page`;
  expect(await statusIn(one)).toEqual({ status: 'ACTIVE', move: null });
  expect(await statusIn(two)).toBeUndefined();
  expect(await rowsOf(one)).toEqual(before);
});

test('a row of the other cell with the same unique value ends the move before the pause', async () => {
  const [key] = await one.database
    .sql`select access_id from access_credential where provider_id = ${account}`;
  await two.database.sql`
    insert into access_credential (id, provider_id, access_id, secret_hash, secret_last4, label, created_at, updated_at)
    values ('crd_1', ${other.providerId}, ${key?.access_id}, '', '', '', now(), now())`;
  expect(await reasonOf(move('two'))).toBe(
    `The cell two has another row of access_credential. Key (access_id)=(${key?.access_id}) already exists.`,
  );
  expect(await statusIn(one)).toEqual({ status: 'ACTIVE', move: null });
  await two.database.sql`delete from access_credential where id = 'crd_1'`;
});

test('an unfinished copy cannot run, and no work is done for it', async () => {
  expect(await statusIn(two)).toEqual({ status: 'MOVED', move: { copyOf: 'one' } });
  await on(two, async () => {
    for (const verb of [resumeAccount, suspendAccount])
      expect(await reasonOf(asOperator(account, verb))).toContain('is one of the cell one.');
    expect(await reasonOf(eraseAccount(account, log))).toContain('has not ended');
    expect(await findActiveEndpoints(account)).toEqual([]);
  });
});

test('a full disk ends the move with the reason, and the next one continues', async () => {
  const { sql } = two.database;
  await sql.unsafe(`
    create function full_disk() returns trigger language plpgsql as $$
    begin raise exception 'no space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on invoice for each row execute function full_disk();
    alter table invoice enable always trigger full_disk`);
  expect(await reasonOf(move('two'))).toContain('no space left on device');
  expect(await statusIn(one)).toEqual({ status: 'ACTIVE', move: null });
  await sql.unsafe('drop trigger full_disk on invoice; drop function full_disk()');
});

test('a later copy writes what has changed, also what was deleted', async () => {
  await copyAccount(one, two, account);
  const made = await create(one, 1);
  await on(one, () => asOperator(account, (scope) => terminateSubscriber(scope, { id: made })));
  await one.database.sql`delete from saved_view where provider_id = ${account}`;
  await one.database.sql`
    update mail set updated_at = now() where provider_id = ${account}
      and id = (select min(id) from mail where provider_id = ${account})`;
  await on(one, placeAllEvents);
  const { written, unequal } = await copyAccount(one, two, account);
  expect(unequal).toEqual([]);
  expect(written).toBeGreaterThan(5);
  expect(written).toBeLessThan(200);
  expect(await rowsOf(two)).toEqual(await rowsOf(one));
});

test('work that began before the pause and has not ended keeps the account where it is', async () => {
  const idle = openFurtherDatabase(one.database.url, 1);
  let end = () => {};
  const open = idle.sql.begin(async (tx) => {
    await tx`select 1`;
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  await expect.poll(async () => (await statusIn(one))?.status).toBe('ACTIVE');
  expect(await reasonOf(move('two'))).toContain('transactions that began before have not ended');
  expect(await statusIn(one)).toEqual({ status: 'ACTIVE', move: null });
  end();
  await open;
  await idle.close();
  await on(one, async () => expect((await showPartner(account)).status).toBe('ACTIVE'));
});

test('what goes wrong in the pause lets the account run where it was', async () => {
  const { sql } = two.database;
  await sql.unsafe(`
    create function no_arrival() returns trigger language plpgsql as $$
    begin raise exception 'no arrival'; end $$;
    create trigger no_arrival before update on provider for each row when (new.status = 'ACTIVE') execute function no_arrival()`);
  expect(await reasonOf(move('two'))).toContain('no arrival');
  expect(await statusIn(one)).toEqual({ status: 'ACTIVE', move: null });
  expect((await statusIn(two))?.status).toBe('MOVED');
  await sql.unsafe('drop trigger no_arrival on provider; drop function no_arrival()');
});

test('a command that was ended in the pause continues, or is cancelled', async () => {
  const leaving = { to: 'two', status: 'ACTIVE', isDone: false };
  const leave = () =>
    one.database.sql`
      update provider set status = 'MOVED', move = ${JSON.stringify(leaving)}::text::jsonb where id = ${account}`;
  await leave();
  expect(await reasonOf(move('one'))).toContain('is being moved to two');
  const { home, copies } = await cancelMove(cells, account);
  expect(home.status).toBe('ACTIVE');
  expect(copies.map(({ cell }) => cell.name)).toEqual(['two']);
  await eraseRows(two.database.sql, account);
  expect(await statusIn(two)).toBeUndefined();
  expect(await statusIn(one)).toEqual({ status: 'ACTIVE', move: null });
  await leave();
  expect(await move('two')).toMatchObject({ from: 'one', to: 'two', copied: { inService: 0 } });
  expect((await statusIn(two))?.status).toBe('ACTIVE');
});

test('all rows of the account are in the other cell, it runs there alone, and all invariants hold', async () => {
  const [there, here] = [await rowsOf(two), await rowsOf(one)];
  expect(there).toEqual(here);
  const empty = Object.keys(there).filter((name) => there[name]?.rows === 0);
  expect(empty).toEqual(['saved_view']);
  expect(await statusIn(one)).toMatchObject({ status: 'MOVED', move: { to: 'two', isDone: true } });
  expect(await statusIn(two)).toEqual({ status: 'ACTIVE', move: { from: 'one' } });
  // Rows that the test has made up break some in both cells alike.
  const violations = cells.map(({ database }) => checkInvariants(database.db));
  expect(await violations[1]).toEqual(await violations[0]);
  const sessions = ({ database: { sql } }: OpenCell) =>
    sql`select id, token from staff_session where active_provider_id = ${account} order by id`;
  expect(await sessions(two)).toHaveLength(1);
  expect([...(await sessions(two))]).toEqual([...(await sessions(one))]);
  const entries = ({ database: { sql } }: OpenCell) =>
    sql`select action, actor_name, changes from audit_entry where provider_id = ${account} and action like 'provider.move%' order by id`;
  expect((await entries(two)).at(-1)).toEqual({
    ...{ action: 'provider.move_in', actor_name: 'operator' },
    changes: '{"cell":{"before":"one","after":"two"}}',
  });
  expect(await move('two')).toMatchObject({ pausedMs: null });
});

test('work that arrives late at the former cell is refused by the database', async () => {
  const scope = {
    ...{
      providerId: account,
      livemode: false,
      caller: { type: 'system', name: 'late' } as const satisfies Caller,
    },
    ...{ correlationId: randomUUID(), now: realNow() },
  };
  await on(one, async ({ db, sql }) => {
    const late = await transaction(scope, (s) => createSubscriber(s, subscriber(2))).catch(
      (error: unknown) => error,
    );
    expect(isInAnotherCell(late)).toBe(true);
    const [integration] = await sql`select * from integration where provider_id = ${account}`;
    const received = {
      integration: { ...integration, id: integration?.id, providerId: account, adapter: 'splynx' },
      ...{ trust: 'SIGNED', raw: Buffer.from('{"event":"x","data":{}}'), payload: { event: 'x', data: {} } },
    };
    const inbound = await receiveInboundNow({ ...scope, db }, received as never).catch(
      (error: unknown) => error,
    );
    expect(isInAnotherCell(inbound)).toBe(true);
    expect(await findActiveEndpoints(account)).toEqual([]);
    expect(await reasonOf(asOperator(account, resumeAccount))).toContain('is one of the cell two.');
  });
});

test('a reader of the feed continues in the other cell without a gap or a repeat', async () => {
  const read = (cell: OpenCell, after?: string, limit = 50) =>
    on(cell, ({ db }) =>
      readFeed(
        {
          providerId: account,
          livemode: false,
          caller: { type: 'system', name: 'x' },
          correlationId: randomUUID(),
          now: realNow(),
          db,
        },
        { limit, ...(after && { after }) } as never,
      ),
    );
  const all: string[] = [];
  let after: string | undefined;
  // Half of the pages come from each cell.
  for (let n = 0; n < 1_000; n++) {
    const page = await read(n % 2 === 0 ? one : two, after, 100);
    all.push(...page.data.map(({ id }) => id));
    after = page.meta.next;
    if (page.isAtEnd) break;
  }
  const events = await two.database.sql`select id from event where provider_id = ${account}`;
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBe(events.length);
  const made = await create(two, 3);
  const next = await read(two, after);
  expect(next.data.map(({ type, data }) => [type, data.current.id])).toEqual([['subscriber.created', made]]);
  expect(next.meta).not.toHaveProperty('resumed');
});

test('the account moves back with what changed meanwhile, as suspended as it was', async () => {
  await on(two, () => asOperator(account, suspendAccount));
  const { copied, pausedMs } = await move('one');
  expect(copied.inService + copied.paused).toBeLessThan(200);
  expect(pausedMs).toBeGreaterThan(0);
  expect(await rowsOf(one)).toEqual(await rowsOf(two));
  expect(await statusIn(one)).toEqual({ status: 'SUSPENDED', move: { from: 'two' } });
  expect(await statusIn(two)).toMatchObject({ status: 'MOVED', move: { to: 'one', isDone: true } });
  await on(one, () => asOperator(account, resumeAccount));
  expect(await create(one, 4)).toMatch(/^sub_/);
});

test('the rows that stayed behind are erased, and the other cell keeps its own', async () => {
  const before = await rowsOf(one);
  const others = await rowsOf(two, other.providerId);
  await on(two, () => eraseAccount(account, log));
  expect(await statusIn(two)).toBeUndefined();
  expect(await rowsOf(two, other.providerId)).toEqual(others);
  expect(await rowsOf(one)).toEqual(before);
});
