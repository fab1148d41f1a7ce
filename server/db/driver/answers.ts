import type { Socket } from 'node:net';
import { monotonicMs } from '../../clock.ts';
import { metrics } from '../../metrics.ts';
import { connectionLost } from './transactions.ts';

/** What a session of PostgreSQL waits for; times in ms of the monotonic clock. */
export type Answers = {
  /** Since when nothing has arrived although an answer is missing; null while none is. */
  waitsSince: number | null;
  /** When something arrived last. */
  heardAt: number;
};

/** Types of messages. ReadyForQuery ends the answer of a Sync and of a Query, ParseComplete that of a Parse. */
const [PARSE, SYNC, QUERY, PARSE_COMPLETE, READY] = [0x50, 0x53, 0x51, 0x31, 0x5a];
const DATA_ROW = 0x44;

const NOTICE = 0x4e;
/** The field R of a notice names the routine: the one that waits for a synchronous standby warns only when its wait is cancelled. */
const SYNC_REP_CANCELLED = '\0RSyncRepWaitForLSN\0';

/**
 * Follows the messages of a session. Only they say whether an answer is missing, because statements are sent ahead.
 * PostgreSQL answers a commit as done even when no standby confirmed it, and a fail-over would lose it. Such a session ends before
 * the driver reads the answer.
 * @param socket without any byte of the session yet; its `write` and `emit` are replaced
 */
export function followAnswers(socket: Socket): Answers {
  const answers: Answers = { waitsSince: null, heardAt: Number.NEGATIVE_INFINITY };
  /** The messages without an answer, oldest first. */
  const missing: number[] = [];
  const readSent = messageReader((type) => {
    // The driver waits for the answer of a Parse before it sends the rest with its Sync.
    if (type === PARSE || type === SYNC || type === QUERY) missing.push(type);
  });
  let rows = 0;
  const readReceived = messageReader(
    (type) => {
      if (type === DATA_ROW) rows++;
      else if (type === PARSE_COMPLETE && missing[0] === PARSE) missing.shift();
      // A Parse that failed has no answer of its own.
      else if (type === READY) missing.splice(0, missing.findIndex((each) => each !== PARSE) + 1);
    },
    (notice) => {
      if (notice.includes(SYNC_REP_CANCELLED)) socket.destroy(connectionLost());
    },
  );
  let isFirst = true;
  const { write, emit } = socket;
  socket.write = (...args: unknown[]) => {
    // The first message has no type. Its answer ends like that of a Sync.
    if (isFirst) missing.push(SYNC);
    else readSent(args[0] as Buffer);
    isFirst = false;
    if (missing.length > 0) answers.waitsSince ??= monotonicMs();
    return Reflect.apply(write, socket, args);
  };
  function receive(data: Buffer): void {
    rows = 0;
    readReceived(data);
    metrics.databaseAnswered(rows, data.length);
    answers.heardAt = monotonicMs();
    answers.waitsSince = missing.length > 0 ? answers.heardAt : null;
  }
  socket.emit = (name: string, ...args: unknown[]) => {
    if (name === 'data') receive(args[0] as Buffer);
    // The driver must not read the answer of a session that has just ended.
    return name === 'data' && socket.destroyed ? false : Reflect.apply(emit, socket, [name, ...args]);
  };
  return answers;
}

/** Bytes before the content of a message: its type, and its length without the type. */
const HEAD = 5;

/**
 * Calls `found` with the type of each message of a stream whose chunks end anywhere, and `noticed` with the fields of each notice.
 */
export function messageReader(
  found: (type: number) => void,
  noticed: (fields: string) => void = () => {},
): (chunk: Buffer) => void {
  const head = Buffer.alloc(HEAD);
  let inHead = 0;
  let inContent = 0;
  let notice = '';
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (inContent > 0) {
        const skipped = Math.min(inContent, chunk.length - at);
        if (head[0] === NOTICE) notice += chunk.toString('latin1', at, at + skipped);
        inContent -= skipped;
        at += skipped;
        if (notice && inContent === 0) {
          noticed(notice);
          notice = '';
        }
        continue;
      }
      const copied = chunk.copy(head, inHead, at, at + HEAD - inHead);
      inHead += copied;
      at += copied;
      if (inHead < HEAD) return;
      inHead = 0;
      inContent = head.readInt32BE(1) + 1 - HEAD;
      found(head[0] as number);
    }
  };
}
