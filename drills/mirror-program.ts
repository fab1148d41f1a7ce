import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Demarc, DemarcConnectionError, DemarcError } from '../sdk/typescript/src/index.ts';

/**
 * A copy of subscribers and subscriptions in a file, as docs/guides/keep-a-copy-in-sync.md has it. A line of the file is one
 * transaction: the changed rows and the cursor behind them. The first line of a copy has no cursor before all lists are read.
 */
const path = process.argv[2] ?? '';
// biome-ignore lint/style/noProcessEnv: the program of a partner has its own environment
const given = process.env;
const { DEMARC_BASE_URL: baseUrl, DEMARC_ACCESS_ID: accessId, DEMARC_ACCESS_SECRET: accessSecret } = given;
if (!baseUrl || !accessId || !accessSecret) throw new Error('The key of an account is missing.');
const demarc = new Demarc({ baseUrl, accessId, accessSecret });

/** A row of the copy; null removes it. */
type Change = [id: string, row: object | null];
type Transaction = { cursor?: string; changes: Change[] };

const RESTS_MS = 250;

function commit(file: string, transaction: Transaction): void {
  appendFileSync(file, `${JSON.stringify(transaction)}\n`);
}

/** Removes what a kill left of a line, and returns the last cursor. */
function recover(): string | undefined {
  rmSync(`${path}.new`, { force: true });
  if (!existsSync(path)) return undefined;
  const whole = readFileSync(path);
  const end = whole.lastIndexOf('\n') + 1;
  if (end < statSync(path).size) truncateSync(path, end);
  const last = whole.subarray(whole.lastIndexOf('\n', end - 2) + 1, end);
  return (JSON.parse(last.toString()) as Transaction).cursor;
}

/** Copies all lists to another file, which replaces the copy when it is complete. @returns the cursor from before the lists */
async function copyLists(): Promise<string> {
  const cursor = await demarc.events.feed().end();
  const file = `${path}.new`;
  rmSync(file, { force: true });
  let changes: Change[] = [];
  for (const list of [demarc.subscribers.list, demarc.subscriptions.list]) {
    for await (const row of list({ sort: 'createdAt' })) {
      changes.push([row.id, row]);
      if (changes.length < 1_000) continue;
      commit(file, { changes });
      changes = [];
    }
  }
  commit(file, { cursor, changes });
  renameSync(file, path);
  console.log('copied');
  return cursor;
}

/** Applies the events behind a cursor until the server cannot be reached for some seconds. */
async function follow(after: string): Promise<void> {
  const type = 'subscriber.*,subscription.*';
  for await (const { events, cursor, resumed } of demarc.events.feed({ after, type }).pages()) {
    if (resumed) await copyLists();
    const changes = events.flatMap(({ type, data }): Change[] => {
      if (type === 'subscriber.deleted') return [[data.current.id, null]];
      return data.object === 'subscriber' || data.object === 'subscription'
        ? [[data.current.id, data.current]]
        : [];
    });
    if (changes.length > 0 || resumed) commit(path, { cursor, changes });
  }
}

/** Whether the same request may succeed shortly: no connection, or a server that is starting or without its database. */
function isPassing(error: unknown): boolean {
  return error instanceof DemarcConnectionError || (error instanceof DemarcError && error.status >= 500);
}

for (;;) {
  try {
    const cursor = recover() ?? (await copyLists());
    console.log('following');
    await follow(cursor);
  } catch (error) {
    if (!isPassing(error)) throw error;
    await sleep(RESTS_MS);
  }
}
