import type { IncomingMessage, ServerResponse } from 'node:http';
import { followChanges } from '../api/follow-changes.ts';
import { refusalOf } from '../api/refusal.ts';
import { requireStaffSession, type StaffSession } from '../auth/staff.ts';
import { MINUTE_MS, realMicroseconds, SECOND_MS } from '../clock.ts';
import { refuse } from '../contract/errors.ts';
import { CHANGES_PATH, type Changes } from '../contract/portal/changes.ts';
import { may, type Role } from '../contract/roles.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { pathOf } from '../http/path-of.ts';
import { sendRefusal } from '../http/respond.ts';
import { log } from '../log.ts';
import { requireCallOfSession } from './file-request.ts';
import { headersOf } from './trpc.ts';

/** The most open streams of an account in this process. Each change is written to all of them. */
const MOST = {
  /** A browser needs one, and for a moment a second one. */
  ofSession: 6,
  /** A person may have any number of sessions. */
  ofPerson: 20,
  /** A team has at most 250 members. */
  ofAccount: 500,
};

const limits = ['ofSession', 'ofPerson', 'ofAccount'] as const;

/** What a stream may have unread, in bytes. A client that reads nothing would let it grow with each change. */
const MAX_UNREAD = 256 * 1024;

/** How often a stream shows that it is open, and the session is checked, in ms. */
const CHECK_MS = 30 * SECOND_MS;

/** How far a stream goes back, in ms. An older page reads everything again. */
const MAX_AGE_MS = 10 * MINUTE_MS;

/** Places of many events of one instant are ahead of the clock, in µs. */
const MAX_AHEAD = 60_000_000;

/** A page was read some time before its script measures its age, in ms. */
const MARGIN_MS = 2 * SECOND_MS;

/** `Retry-After` in seconds for a stream beyond the limits. */
const RETRY_AFTER = 30;

/** The open streams of each session, of each person in an account and of each account. */
const open = new Map<string, number>();

/** The text of changes, made once for all streams of an account. */
const texts = new WeakMap<Changes, string>();

function textOf(changes: Changes): string {
  const text = texts.get(changes) ?? JSON.stringify(changes);
  texts.set(changes, text);
  return text;
}

/** Whether a request is for the stream of changes. */
export function isChangesStream(url: string): boolean {
  return pathOf(url) === CHANGES_PATH;
}

/**
 * `GET /api/changes`: server-sent events that say what changed, for the pages of a signed-in person. Each has the place of the feed as
 * its id, from which a browser continues. Never throws; refusals are those of the API. Contract: Portal.
 * @param most open streams
 */
export async function answerChanges(req: IncomingMessage, res: ServerResponse, most = MOST): Promise<void> {
  const correlationId = correlationIdOf(req);
  try {
    if (req.method !== 'GET') throw refuse('NOT_ALLOWED', { allow: 'GET' });
    const session = await requireCallOfSession(req);
    const keys = countedOf(session);
    if (limits.some((limit) => (open.get(keys[limit]) ?? 0) >= most[limit]))
      throw refuse('RATE_LIMITED', { retryAfter: RETRY_AFTER });
    if (!res.closed) stream(req, res, session);
  } catch (error) {
    const refusal = refusalOf(error, undefined);
    if (refusal.key === 'INTERNAL_ERROR') log.error({ correlationId, err: error }, 'stream failed');
    sendRefusal(res, refusal, correlationId);
  }
}

/** What the streams of a session count for. */
function countedOf({ sessionId, user, provider }: StaffSession): Record<keyof typeof MOST, string> {
  return { ofSession: sessionId, ofPerson: `${provider.id} ${user.id}`, ofAccount: provider.id };
}

function stream(req: IncomingMessage, res: ServerResponse, session: StaffSession): void {
  const { sessionId, provider } = session;
  const send = (position: number, all: Changes, role: Role) => {
    const changes = may({ role }, 'read') ? all : visitsIn(all);
    if (!changes) return;
    // The browser opens a new stream, and continues from the last message that it has.
    if (res.writableLength > MAX_UNREAD) res.destroy();
    else res.write(`id: ${position}\ndata: ${textOf(changes)}\n\n`);
  };
  const counted = Object.values(countedOf(session));
  for (const key of counted) open.set(key, (open.get(key) ?? 0) + 1);
  res.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  res.write(':\n\n');
  const now = realMicroseconds();
  const asked = placeOf(req, now);
  const isKnown = asked >= now - MAX_AGE_MS * 1_000 && asked <= now + MAX_AHEAD;
  if (!isKnown) send(now, { all: true }, session.role);
  const follower = { sessionId, send, end: () => res.end() };
  const stop = followChanges(provider.id, isKnown ? asked : now, follower);
  const timer = setInterval(async () => {
    const session = await requireStaffSession(headersOf(req)).catch(() => null);
    if (session?.provider.id !== provider.id) res.end();
    else res.write(':\n\n');
  }, CHECK_MS);
  res.once('close', () => {
    clearInterval(timer);
    stop();
    for (const key of counted) {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    }
  });
}

/** For a person with access to their own visits alone: whether installations changed. */
function visitsIn(changes: Changes): Changes | null {
  return changes.all || changes.objects.includes('installation') ? { all: true } : null;
}

/**
 * The place of the feed from which a page continues: `Last-Event-ID` or `after`, or the instant `age` milliseconds ago at which it was
 * read. @returns µs of real time; -1 for none
 */
function placeOf({ url = '', headers }: IncomingMessage, now: number): number {
  const query = new URL(url, 'http://portal').searchParams;
  const numberOf = (text: string | null | undefined) => (/^\d{1,16}$/.test(text ?? '') ? Number(text) : null);
  const age = numberOf(query.get('age'));
  return (
    numberOf(headers['last-event-id'] as string | undefined) ??
    numberOf(query.get('after')) ??
    (age === null ? -1 : now - (age + MARGIN_MS) * 1_000)
  );
}
