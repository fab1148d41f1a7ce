import type { IncomingMessage } from 'node:http';
import type { ApiContext } from '../api/context.ts';
import { clientAddress } from '../client-address.ts';
import { monotonicMs, plus, realNow, SECOND_MS } from '../clock.ts';
import { failureBody } from '../contract/envelope.ts';
import type { Refusal } from '../contract/errors.ts';
import { isDatabaseUnavailable } from '../db/errors.ts';
import {
  type AnsweredRequest,
  type RequestRow,
  storedBody,
  storedText,
  storeRequestRows,
  toRequestRows,
} from '../domain/api-request/record.ts';
import { log } from '../log.ts';
import { metrics } from '../metrics.ts';
import { single } from './admission.ts';

/** The data of a call for its entry, complete when it is answered. */
export type Exchange = {
  correlationId: string;
  path: string;
  search: string;
  /** The path template; null where no operation has the path. */
  route: string | null;
  /** Set once the caller is verified. */
  ctx?: ApiContext;
  /** The integration in the path of the inbound receiver, and whether its sender is verified. */
  integrationId?: string;
  isVerified?: boolean;
  isDryRun: boolean;
  /** The parsed body, and its size in bytes. */
  body?: unknown;
  bodyBytes?: number;
  /** The body of a successful answer, or the answer itself where the body is long. */
  answer?: string | { answer: unknown; bytes: number } | undefined;
  refusal?: Refusal;
};

export type RequestLog = {
  /** Notes an answered call, if it is one to record. It writes nothing itself. */
  note(req: IncomingMessage, status: number, durationMs: number, exchange: Exchange): void;
  /** Writes what is noted; resolves when it is written, dropped, or the database is unavailable. */
  flush(): Promise<void>;
};

/** The time in ms that a noted call waits for others. A killed process loses the calls of this time. */
const FLUSH_AFTER_MS = SECOND_MS;
/** Rows of one statement. More of them would hold up requests while they are masked. */
const BATCH = 200;

/** Limits of what waits, so that an unavailable database costs no memory. */
const MAX_WAITING = 5_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Of one caller. */
const MAX_OF_CALLER = 1_000;
/** Of all callers that are not verified: anyone can send those. */
const MAX_UNVERIFIED = 500;

/** A successful read is recorded if it is the first of its caller in this time, in ms, or slow. */
const READ_EVERY_MS = SECOND_MS;
const SLOW_MS = 500;
/** A program that follows the log would otherwise find its own reads in it. */
const LOG_PATH = /^\/v1\/requests(\/|$)/;
const MAX_READERS = 10_000;

/** What a call takes in memory without its bodies, in bytes. */
const BASE_BYTES = 1_024;

/** Longest stored path, query and user agent, in characters. */
const MAX_TEXT = 2_048;

type Waiting = AnsweredRequest & { key: string; bytes: number };
type Budget = { calls: number; bytes: number };

/**
 * The log of API calls: writes and refusals always, reads sampled. Calls are noted in memory and written in batches, off
 * the path of the request. Calls beyond the limits are dropped and counted in the metrics. Contract: Request log.
 */
export function createRequestLog({ flushAfterMs = FLUSH_AFTER_MS } = {}): RequestLog {
  const waiting: Waiting[] = [];
  /** The size of the bodies that wait or are being written. */
  let bytes = 0;
  /** The batch that is being written, and its rows once their callers are known. */
  let batch: Waiting[] = [];
  let rows: RequestRow[] | undefined;
  /** What waits or is being written, by account. */
  const budgets = new Map<string, Budget>();
  let unverified = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  const nextRead = new Map<string, number>();

  function isSampled(callerId: string, durationMs: number): boolean {
    const now = monotonicMs();
    if (durationMs < SLOW_MS && (nextRead.get(callerId) ?? 0) > now) return false;
    if (nextRead.size >= MAX_READERS) nextRead.clear();
    nextRead.set(callerId, now + READ_EVERY_MS);
    return true;
  }

  function spend(key: string, calls: number, size: number): void {
    const { calls: n = 0, bytes: sum = 0 } = budgets.get(key) ?? {};
    budgets.set(key, { calls: n + calls, bytes: sum + size });
    bytes += size;
  }

  /** Makes room for a call. Where all is taken, the account with the largest share loses its latest call. */
  function hasRoom(key: string, isVerified: boolean, size: number): boolean {
    if ((budgets.get(key)?.calls ?? 0) >= MAX_OF_CALLER) return false;
    if (!isVerified && ++unverified > MAX_UNVERIFIED) return false;
    while (waiting.length + batch.length >= MAX_WAITING || bytes + size > MAX_BYTES) {
      const [largest, { bytes: most }] = [...budgets].reduce((a, b) => (b[1].bytes > a[1].bytes ? b : a));
      const at = waiting.findLastIndex((each) => each.key === largest);
      if (largest === key || most < size || at < 0) return false;
      const [dropped] = waiting.splice(at, 1);
      if (dropped) spend(largest, -1, -dropped.bytes);
      metrics.requestsDropped(1);
    }
    return true;
  }

  function arm(): void {
    timer ??= setTimeout(() => void flush(), flushAfterMs).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= write().finally(() => {
      writing = undefined;
      if (batch.length > 0) arm();
    });
    return writing;
  }

  async function write(): Promise<void> {
    while (batch.length > 0 || waiting.length > 0) {
      if (batch.length === 0) batch = waiting.splice(0, BATCH);
      try {
        rows ??= await toRequestRows(batch);
        await storeRequestRows(rows);
      } catch (error) {
        if (isDatabaseUnavailable(error)) return;
        log.error({ err: error }, 'API requests not recorded');
        metrics.requestsDropped(batch.length);
      }
      for (const each of batch) spend(each.key, -1, -each.bytes);
      batch = [];
      rows = undefined;
    }
    budgets.clear();
    unverified = 0;
  }

  return {
    flush,
    note(req, status, durationMs, exchange) {
      const { ctx } = exchange;
      const isRefused = status >= 400;
      // An accepted inbound event is its own record.
      if (!isRefused && (!ctx || LOG_PATH.test(exchange.route ?? ''))) return;
      const caller = callerOf(req, exchange);
      if (!caller) return;
      const key = keyOf(caller);
      if (!isRefused && req.method === 'GET' && !isSampled(key, durationMs)) return;
      const call = answered(req, status, durationMs, exchange);
      const size = BASE_BYTES + (call.requestBody?.length ?? 0) + (call.responseBody?.length ?? 0);
      if (!hasRoom(key, call.authenticated, size)) {
        metrics.requestsDropped(1);
        return;
      }
      spend(key, 1, size);
      waiting.push({ ...call, caller, key, bytes: size });
      arm();
    },
  };
}

function storedAnswer(answer: Exchange['answer']): string | null {
  if (answer === undefined) return null;
  return typeof answer === 'string' ? storedText(answer) : storedBody(answer.answer, answer.bytes);
}

type Named = AnsweredRequest['caller'];

function callerOf(req: IncomingMessage, { ctx, integrationId }: Exchange): Named | undefined {
  if (ctx?.caller.type === 'credential') {
    const { providerId, clockOffsetMs, caller } = ctx;
    return { providerId, clockOffsetMs, type: caller.type, id: caller.id, name: caller.name };
  }
  if (integrationId !== undefined) return { integrationId };
  const accessId = single(req.headers['x-access-id']);
  return accessId ? { accessId } : undefined;
}

/** The account of a caller, as far as it is known: one budget for all of its credentials. */
function keyOf(caller: Named): string {
  return 'providerId' in caller
    ? caller.providerId
    : 'accessId' in caller
      ? caller.accessId
      : caller.integrationId;
}

function answered(
  req: IncomingMessage,
  status: number,
  durationMs: number,
  {
    path,
    search,
    route,
    ctx,
    isVerified,
    isDryRun,
    refusal,
    body,
    bodyBytes,
    answer,
    correlationId,
  }: Exchange,
): Omit<AnsweredRequest, 'caller'> {
  const kept = ctx?.idempotency?.answer;
  const key = single(req.headers['idempotency-key']);
  return {
    method: req.method ?? '',
    route,
    path: path.slice(0, MAX_TEXT),
    query: search.slice(0, MAX_TEXT) || null,
    status,
    error: refusal?.key ?? null,
    durationMs: Math.round(durationMs * 10) / 10,
    address: clientAddress(req),
    userAgent: req.headers['user-agent']?.slice(0, MAX_TEXT) ?? null,
    // A replay has the correlation id of the call that had the effect.
    correlationId: kept?.correlationId ?? correlationId,
    idempotencyKey: key?.slice(0, MAX_TEXT) ?? null,
    replayed: kept?.replayed ?? false,
    dryRun: isDryRun,
    authenticated: ctx !== undefined || isVerified === true,
    requestBody: body === undefined ? null : storedBody(body, bodyBytes ?? 0),
    responseBody: refusal ? storedText(failureBody(refusal.body, correlationId)) : storedAnswer(answer),
    recordedAt: plus(realNow(), -Math.round(durationMs)),
  };
}
