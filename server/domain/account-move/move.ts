import { randomUUID } from 'node:crypto';
import type { AccountMove } from '../../../drizzle/schema/provider.ts';
import { monotonicMs, realNow, SECOND_MS } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import type { AuditAction } from '../../contract/portal/audit-actions.ts';
import { type Client, clientOf } from '../../db/driver/drizzle.ts';
import { audit } from '../../work/audit.ts';
import { emptyOutbox } from '../../work/scope.ts';
import { flush } from '../../work/write-out.ts';
import { adoptSessions, raiseFeedHead } from '../account-archive/adopt.ts';
import { operator } from '../partner/as-operator.ts';
import { awaitQuiet } from './await-quiet.ts';
import type { OpenCell } from './cells.ts';
import { copyAccount, danglingKeys, raiseSequences } from './copy-account.ts';
import { findAccount, type Place, placeIn } from './places.ts';
import { requireSame } from './require-same.ts';

/** Copies while the account is in service end when one has written fewer rows, or after so many. */
const FEW_ROWS = 2_000;
const MAX_COPIES = 8;

export type Moved = {
  providerId: string;
  name: string;
  from: string;
  to: string;
  /** Rows that were written while the account was in service, and while it was paused. */
  copied: { inService: number; paused: number };
  /** How long the account refused calls; null when it was in the cell already. */
  pausedMs: number | null;
};

type Options = {
  providerId: string;
  /** The name of a cell. */
  to: string;
  report?: (line: string) => void;
  /** The longest wait for transactions that began before the pause, in ms. */
  patienceMs?: number;
};

/** By default. */
const PATIENCE_MS = 20 * SECOND_MS;

/**
 * Moves an account to another cell: copies its rows while it is in service, refuses its calls for some seconds, copies what has changed,
 * compares all rows of both sides, and lets it run there. It may be ended and run again at any time: it continues. What goes wrong in
 * the pause lets the account run where it was. The rows that stay behind are removed by `erase`. Contract: Operator.
 * @throws NOT_FOUND; CONFLICT with the reason
 */
export async function moveAccount(cells: OpenCell[], options: Options): Promise<Moved> {
  const { providerId, to, report = () => {}, patienceMs = PATIENCE_MS } = options;
  const target = cells.find(({ name }) => name === to);
  if (!target) {
    const names = cells.map(({ name }) => name).join(', ');
    throw refuse('CONFLICT', { message: `There is no cell ${to}. The cells are ${names}.` });
  }
  const { home, others } = await findAccount(cells, providerId);
  const moved = { providerId, name: home.name, from: home.cell.name, to };
  const isLeaving = home.status === 'MOVED';
  if (isLeaving && home.move.to !== to) {
    throw refuse('CONFLICT', {
      message: `The account is being moved to ${home.move.to}. Finish that with --to ${home.move.to}, or end it with --cancel.`,
    });
  }
  if (!isLeaving) await markDone(others, providerId, home.cell.name);
  if (home.cell === target) return { ...moved, copied: { inService: 0, paused: 0 }, pausedMs: null };
  if (home.status === 'CLOSED') throw refuse('CONFLICT', { message: 'The account is closed.' });
  await requireSame(home.cell, target);
  await makeCopy(others, target, providerId, home.cell.name);
  const copied = { inService: 0, paused: 0 };
  for (let n = 1; !isLeaving && n <= MAX_COPIES; n++) {
    const { written } = await explained(target, () => copyAccount(home.cell, target, providerId));
    copied.inService += written;
    report(`copy ${n}: ${written} rows`);
    if (written < FEW_ROWS) break;
  }
  const began = monotonicMs();
  if (!isLeaving) await leave(home, providerId, to);
  report('paused');
  try {
    await awaitQuiet(home.cell, providerId, patienceMs);
    copied.paused = await explained(target, () => copyRest(home.cell, target, providerId));
    await arrive(target, providerId, home);
  } catch (error) {
    // The lock of the row waits for a commit whose answer was lost.
    if (await hasArrived(target, providerId)) report(`the answer to the last commit was lost: ${error}`);
    else {
      await comeBack(home, providerId);
      throw error;
    }
  }
  const pausedMs = Math.round(monotonicMs() - began);
  const left = await placeIn(home.cell, providerId);
  if (left) await markDone([left], providerId, to);
  return { ...moved, copied, pausedMs };
}

/**
 * Ends an unfinished move: the account runs where it was.
 * @returns the cells with copies, whose rows are left to remove
 * @throws NOT_FOUND; CONFLICT when it is not being moved
 */
export async function cancelMove(
  cells: OpenCell[],
  providerId: string,
): Promise<{ home: Place; copies: Place[] }> {
  const { home, others } = await findAccount(cells, providerId);
  const copies = others.filter(({ move }) => move.copyOf);
  if (home.status !== 'MOVED' && copies.length === 0)
    throw refuse('CONFLICT', {
      message: `The account is not being moved. It runs in the cell ${home.cell.name}.`,
    });
  if (home.status === 'MOVED') await comeBack(home, providerId);
  return { home: (await placeIn(home.cell, providerId)) ?? home, copies };
}

/** A row that the account left before is a copy again. */
async function makeCopy(others: Place[], target: OpenCell, providerId: string, from: string): Promise<void> {
  if (!others.some(({ cell }) => cell === target)) return;
  await target.database.sql`
    update provider set move = ${JSON.stringify({ copyOf: from })}::text::jsonb where id = ${providerId} and status = 'MOVED'`;
}

async function markDone(places: Place[], providerId: string, to: string): Promise<void> {
  for (const { cell, move } of places) {
    if (!move.to || move.isDone) continue;
    await cell.database.sql`
      update provider set move = move || ${JSON.stringify({ to, isDone: true })}::text::jsonb where id = ${providerId} and status = 'MOVED'`;
  }
}

/** The last copy: every row is there, and every key of a row. @returns the number of rows that were written */
async function copyRest(source: OpenCell, target: OpenCell, providerId: string): Promise<number> {
  const { written, unequal, tables } = await copyAccount(source, target, providerId);
  if (unequal.length > 0)
    throw refuse('CONFLICT', { message: `The copies of ${unequal.join(', ')} differ. Run it again.` });
  const dangling = await danglingKeys(target.database, tables, providerId);
  if (dangling.length > 0) {
    const message = `The cell ${target.name} has other rows for the keys ${dangling.join(', ')}: another account there shares a person, or an address of one.`;
    throw refuse('CONFLICT', { message });
  }
  await raiseSequences(target.database, tables);
  return written;
}

/** From this commit on the account is refused here. */
async function leave({ cell, move }: Place, providerId: string, to: string): Promise<void> {
  await change(cell, providerId, 'provider.move_out', async (client, { status }) => {
    if (status === 'MOVED') throw refuse('CONFLICT', { message: 'Another command moves the account.' });
    await setPlace(client, providerId, 'MOVED', { ...move, to, status, isDone: false } as AccountMove);
    return { cell: { before: cell.name, after: to } };
  });
}

/** From this commit on the account runs at the target. */
async function arrive(target: OpenCell, providerId: string, { cell, status, move }: Place): Promise<void> {
  const former = (status === 'MOVED' ? move.status : status) ?? 'ACTIVE';
  await change(target, providerId, 'provider.move_in', async (client, found) => {
    if (found.move.copyOf !== cell.name) throw refuse('CONFLICT', { message: 'The copy was changed.' });
    await adoptSessions(client, providerId);
    await setPlace(client, providerId, former, { from: cell.name });
    return { cell: { before: cell.name, after: target.name } };
  });
}

/** Whether the account runs at the target. It waits for a transaction whose end is unknown. */
async function hasArrived({ database }: OpenCell, providerId: string): Promise<boolean> {
  const [row] = await database.sql`select status from provider where id = ${providerId} for update`;
  return row !== undefined && row.status !== 'MOVED';
}

/** The account runs where it was. */
async function comeBack({ cell }: Place, providerId: string): Promise<void> {
  await change(cell, providerId, 'provider.move_back', async (client, { move }) => {
    const { from } = move;
    await setPlace(client, providerId, move.status ?? 'ACTIVE', from ? { from } : null);
    return { cell: { before: move.to, after: cell.name } };
  });
}

type Row = Pick<Place, 'status' | 'move' | 'livemode'>;
type Work = (client: Client, row: Row) => Promise<Record<string, { before: unknown; after: unknown }>>;

/** Changes the row of an account with an audit entry of the operator, in one transaction. */
async function change(
  { database }: OpenCell,
  providerId: string,
  action: AuditAction,
  work: Work,
): Promise<void> {
  await database.db.transaction(async (tx) => {
    const client = clientOf(tx);
    await client.unsafe(`set local demarc.moves_account = 'on'`);
    const [row] = await client.unsafe<Row[]>(
      `select status, livemode, coalesce(move, '{}') as move from provider where id = $1 for no key update`,
      [providerId],
    );
    if (!row) throw refuse('NOT_FOUND');
    const changes = await work(client, row);
    const scope = {
      ...{
        providerId,
        livemode: row.livemode,
        caller: operator,
        correlationId: randomUUID(),
        now: realNow(),
      },
      ...{ db: tx, outbox: emptyOutbox() },
    };
    audit(scope, action, { type: 'provider', id: providerId }, changes);
    await flush(scope);
    await raiseFeedHead(client, providerId);
  });
}

async function setPlace(
  client: Client,
  id: string,
  status: Place['status'],
  move: AccountMove | null,
): Promise<void> {
  await client.unsafe('update provider set status = $2, move = $3::text::jsonb where id = $1', [
    id,
    status,
    move && JSON.stringify(move),
  ]);
}

/** The reason of a fault of the database that the operator can remedy. */
async function explained<T>({ name }: OpenCell, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = '', table_name: table, detail, message } = error as Violation;
    if (code === '23505')
      throw refuse('CONFLICT', { message: `The cell ${name} has another row of ${table}. ${detail}` });
    if (code.startsWith('53'))
      throw refuse('CONFLICT', {
        message: `The cell ${name} takes no more rows: ${message}. Run it again afterwards.`,
      });
    throw error;
  }
}

type Violation = { code?: string; table_name?: string; detail?: string; message: string };
