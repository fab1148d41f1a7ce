import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { MINUTE_MS, monotonicMs } from '../server/clock.ts';
import { plainEnvironment } from '../server/postgres/embedded-postmaster.ts';
import type { PartnerClient } from './client.ts';

const program = fileURLToPath(new URL('mirror-program.ts', import.meta.url));
/** The pause between two looks at the file of the copy, in ms. A delay is measured as much too long. */
const LOOKS_MS = 20;
const READ_BYTES = 4 * 1_024 * 1_024;
/** A copy of all lists is complete within this time, in ms. */
const COPIED_WITHIN_MS = 10 * MINUTE_MS;

type Row = Record<string, unknown> & { updatedAt: string };

/** An acknowledged change that the copy does not have yet. */
type Expected = { updatedAt: string; acknowledgedMs: number };

/** A partner's program that holds a copy, seen from outside by its file. */
export type Copy = {
  /** Rows by id. */
  rows: ReadonlyMap<string, Row>;
  /** How long each acknowledged change took to be in the copy, in ms, from its answer or from when the program follows again. */
  delays: number[];
  /** Complete copies of the lists. @throws Error once the program has ended by itself */
  copies(): number;
  /** Notes a change that was acknowledged now. */
  expect(row: { id: string; updatedAt: string }): void;
  /** Changes that are not in the copy yet. */
  missing(): number;
  /** Forgets the changes that are not in the copy: a restored backup has lost them. */
  forget(): void;
  /** Ends the program with SIGKILL and starts it again. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

type Start = {
  /** The file of the copy. */
  path: string;
  /** Where the processes are at this moment. */
  addresses: () => string[];
  account: readonly [accessId: string, accessSecret: string];
};

/** Starts the program behind a proxy to whichever process runs. */
export async function startCopy({ path, addresses, account }: Start): Promise<Copy> {
  const proxy = await startProxy(addresses);
  const rows = new Map<string, Row>();
  const expected = new Map<string, Expected[]>();
  const delays: number[] = [];
  let copies = 0;
  /** When the program began to follow the feed; null while it does not. */
  let followsSince: number | null = null;
  let child: ChildProcess;
  let isOver = false;

  function start(): void {
    child = spawn(process.execPath, ['--import', 'tsx', program, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...plainEnvironment(),
        ...{ DEMARC_BASE_URL: proxy.url, DEMARC_ACCESS_ID: account[0], DEMARC_ACCESS_SECRET: account[1] },
      },
    });
    createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }).on('line', (line) => {
      if (line === 'copied') copies++;
      if (line === 'following') followsSince ??= monotonicMs();
    });
  }

  async function kill(): Promise<void> {
    followsSince = null;
    if (child.kill('SIGKILL')) await once(child, 'exit');
  }

  function apply(id: string, row: Row | null): void {
    if (row) rows.set(id, row);
    else rows.delete(id);
    const waiting = expected.get(id);
    if (!waiting) return;
    const now = monotonicMs();
    const later = waiting.filter(({ updatedAt, acknowledgedMs }) => {
      if (row && row.updatedAt < updatedAt) return true;
      delays.push(now - Math.max(acknowledgedMs, followsSince ?? now));
      return false;
    });
    if (later.length > 0) expected.set(id, later);
    else expected.delete(id);
  }

  async function look(): Promise<void> {
    for (let at = { inode: 0, offset: 0 }; !isOver; await sleep(LOOKS_MS)) {
      const found = await stat(path).catch(() => null);
      if (!found) continue;
      if (found.ino !== at.inode) {
        rows.clear();
        at = { inode: found.ino, offset: 0 };
      }
      at.offset = await readLines(path, at, found.size, apply);
    }
  }

  start();
  // Also after an error of the drill.
  process.once('exit', () => child.kill('SIGKILL'));
  const looking = look();
  // A fault ends the drill where it waits for the end of the look.
  looking.catch(() => {});
  return {
    rows,
    delays,
    copies() {
      if (child.exitCode !== null) throw new Error(`the program of the copy ended with ${child.exitCode}`);
      return copies;
    },
    expect({ id, updatedAt }) {
      const known = rows.get(id);
      if (known && known.updatedAt >= updatedAt) delays.push(0);
      else expected.set(id, [...(expected.get(id) ?? []), { updatedAt, acknowledgedMs: monotonicMs() }]);
    },
    missing: () => expected.size,
    forget: () => expected.clear(),
    async restart() {
      await kill();
      start();
    },
    async close() {
      await kill();
      isOver = true;
      await looking;
      proxy.close();
    },
  };
}

/** Waits for a complete copy of the lists. Returns how long it took from now, in ms. @throws Error when it takes too long */
export async function untilCopied(copy: Copy, copies: number): Promise<number> {
  const began = monotonicMs();
  while (copy.copies() < copies) {
    if (monotonicMs() - began > COPIED_WITHIN_MS) throw new Error('the lists are not copied in time');
    await sleep(50);
  }
  return Math.round(monotonicMs() - began);
}

/** Reads the complete lines behind an offset. @returns the offset behind them */
async function readLines(
  path: string,
  { inode, offset: from }: { inode: number; offset: number },
  size: number,
  apply: (id: string, row: Row | null) => void,
): Promise<number> {
  let offset = from;
  if (size <= offset) return offset;
  const file = await open(path);
  try {
    // The file was replaced after its size was read.
    if ((await file.stat()).ino !== inode) return offset;
    for (let rest = Buffer.alloc(0); ; ) {
      const { buffer, bytesRead } = await file.read({
        buffer: Buffer.alloc(READ_BYTES),
        position: offset + rest.length,
      });
      if (bytesRead === 0) return offset;
      const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      const end = bytes.lastIndexOf(10) + 1;
      for (const line of bytes.subarray(0, end).toString().split('\n')) {
        if (line === '') continue;
        for (const [id, row] of JSON.parse(line).changes) apply(id, row);
      }
      offset += end;
      rest = bytes.subarray(end);
    }
  } finally {
    await file.close();
  }
}

/** An address that leads to a process that accepts connections, as that of a proxy does. */
async function startProxy(addresses: () => string[]): Promise<{ url: string; close(): void }> {
  let turn = 0;
  const server = createServer((client) => {
    const known = addresses();
    const address = known[turn++ % Math.max(1, known.length)];
    client.on('error', () => {});
    if (!address) return client.destroy();
    const { hostname, port } = new URL(address);
    const upstream = connect(Number(port), hostname);
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Fields that change without an event of their resource. Contract: Lists. */
const computed = ['balanceDue', 'creditBalance', 'subscriptionCount', 'currentCycle'];

const stored = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !computed.includes(name)));

/** What differs between the copy and the books, at most some lines. */
export async function compareWithBooks(copy: Copy, partner: PartnerClient): Promise<string[]> {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const list of ['subscribers', 'subscriptions']) {
    for (let after: string | null = ''; after !== null; ) {
      const { body } = await partner.get(`/v1/${list}?limit=100&sort=createdAt${after && `&after=${after}`}`);
      for (const row of body.data) {
        seen.add(row.id);
        const own = copy.rows.get(row.id);
        if (!own) problems.push(`${row.id} is not in the copy`);
        else if (!isDeepStrictEqual(stored(own), stored(row)))
          problems.push(`${row.id} differs: ${JSON.stringify(differing(own, row))}`);
      }
      after = body.meta.next;
    }
  }
  for (const id of copy.rows.keys()) if (!seen.has(id)) problems.push(`${id} is in the copy alone`);
  return problems.length > 10
    ? [...problems.slice(0, 10), `and ${problems.length - 10} more of ${seen.size} rows`]
    : problems;
}

function differing(own: Row, row: Row): Record<string, unknown[]> {
  const names = Object.keys(stored(row)).filter((name) => !isDeepStrictEqual(own[name], row[name]));
  return Object.fromEntries(names.map((name) => [name, [own[name], row[name]]]));
}
