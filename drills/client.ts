import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../server/clock.ts';

/** A request is repeated for this long, in ms. */
const REPEATS_FOR_MS = 90_000;
/** A request without an answer for this long is given up, in ms. */
const ANSWERED_WITHIN_MS = 60_000;

// biome-ignore lint/suspicious/noExplicitAny: drills read fields of any body
export type Answer = { status: number; body: any; retryAfter: string | undefined; ms: number };

/** A public name behind several addresses. */
export type Site = { ca: string; host: string };

/** The error with which a connection ended before the answer. */
type Loss = { loss: string };

type Sent = { headers?: Record<string, string>; body?: string };

/** What became of the requests. */
export type Counts = {
  answered: number;
  /** 503, or the first request with the key still running; repeated until it was served. */
  unavailable: number;
  /** Why a connection ended after it was accepted and before the answer, with its request; repeated with the same key. */
  lost: string[];
  /** Answers 5xx other than 503, 503 outside the envelope or without `Retry-After`, and requests that nobody answered. */
  failed: string[];
  /** The slowest 503, in ms, and its request and reason. */
  slowest503: { ms: number; request: string };
  /** The slowest answer, with all repetitions, in ms, and its request. */
  slowest: { ms: number; request: string };
};

/**
 * Sends requests to any of several processes, as a proxy does: one that refuses the connection is passed over. Each request has a
 * connection of its own, so that none is lost on a connection that ends because it is idle.
 * @param addresses of the processes at this moment
 * @param site the CA and the host name of addresses with https
 */
export function createClient(addresses: () => string[], site?: Site) {
  const counts: Counts = {
    answered: 0,
    unavailable: 0,
    lost: [],
    failed: [],
    slowest503: { ms: 0, request: '' },
    slowest: { ms: 0, request: '' },
  };
  let turn = 0;

  /** Sends a request until it is served or refused. */
  async function send(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const began = monotonicMs();
    while (monotonicMs() - began < REPEATS_FOR_MS) {
      const known = addresses();
      const address = known[turn++ % Math.max(1, known.length)];
      const answer = address ? await sendOnce(address, method, path, sent, site) : null;
      if (answer && 'loss' in answer) counts.lost.push(`${answer.loss}, ${method} ${path} at ${address}`);
      else if (answer && mayRepeat(answer)) {
        counts.unavailable++;
        if (answer.status === 503) {
          const { ms } = answer;
          if (ms > counts.slowest503.ms)
            counts.slowest503 = { ms, request: `${method} ${path}: ${reasonOf(answer)}` };
          if (!isRefusalWithPause(answer))
            counts.failed.push(`503 without Retry-After or envelope: ${method} ${path}`);
        }
      } else if (answer) {
        counts.answered++;
        const ms = Math.round(monotonicMs() - began);
        if (ms > counts.slowest.ms) counts.slowest = { ms, request: `${method} ${path}` };
        if (answer.status >= 500) counts.failed.push(`${answer.status} ${method} ${path}`);
        return answer;
      }
      await sleep(20);
    }
    counts.failed.push(`no answer: ${method} ${path}`);
    throw new Error(`no answer: ${method} ${path}`);
  }

  /** The calls of a partner. A write has a key, so that its repetitions have one effect. */
  function as(accessId: string, accessSecret: string) {
    const access = { 'x-access-id': accessId, 'x-access-secret': accessSecret };
    const write = (method: string, path: string, body: object) => {
      const headers = {
        ...access,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      };
      return send(method, path, { headers, body: JSON.stringify(body) });
    };
    return {
      get: (path: string) => send('GET', path, { headers: access }),
      post: (path: string, body: object = {}) => write('POST', path, body),
      patch: (path: string, body: object) => write('PATCH', path, body),
    };
  }

  return { counts, send, as };
}

/** Requests that got no answer, as a problem of a drill in which none may be lost. */
export const withoutAnswer = ({ lost }: Counts): string[] =>
  lost.length > 0 ? [`${lost.length} accepted requests got no answer: ${lost.join('; ')}`] : [];

/** A proxy lost the process that it had sent the request to. */
const isOfProxy = ({ status, body }: Answer): boolean =>
  (status === 502 || status === 504) && body?.success === undefined;

export type Client = ReturnType<typeof createClient>;
export type PartnerClient = ReturnType<Client['as']>;

function mayRepeat({ status, body }: Answer): boolean {
  return status === 503 || (status === 409 && body?.rejectionReasons?.[0]?.field === 'Idempotency-Key');
}

const reasonOf = ({ body }: Answer): string => body?.rejectionReasons?.[0]?.message ?? '';

/** Whether a 503 is in the envelope of the API and says when to try again. */
function isRefusalWithPause({ body, retryAfter }: Answer): boolean {
  return body?.success === false && body.rejectionReasons?.length > 0 && Number(retryAfter) > 0;
}

/** Null when the connection is refused. */
function sendOnce(
  address: string,
  method: string,
  path: string,
  { headers = {}, body }: Sent,
  site: Site | undefined,
): Promise<Answer | Loss | null> {
  const began = monotonicMs();
  return new Promise((done) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { method, agent: false, timeout: ANSWERED_WITHIN_MS };
    const req = (site ? httpsRequest : httpRequest)(
      address + path,
      {
        ...options,
        headers: { ...headers, ...length, ...(site && { host: site.host }) },
        ...(site && { ca: site.ca, servername: site.host }),
      },
      (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        res.on('end', () => {
          const answer = {
            ...{ status: res.statusCode ?? 0, body: parsed(text) },
            ...{ retryAfter: res.headers['retry-after'], ms: Math.round(monotonicMs() - began) },
          };
          done(isOfProxy(answer) ? { loss: `${answer.status} of the proxy` } : answer);
        });
        res.on('error', (error: NodeJS.ErrnoException) => done({ loss: error.code ?? error.message }));
      },
    );
    req.on('timeout', () => req.destroy(new Error(`no answer for ${ANSWERED_WITHIN_MS} ms`)));
    req.on('error', ({ code, message }: NodeJS.ErrnoException) =>
      done(code === 'ECONNREFUSED' ? null : { loss: code ?? message }),
    );
    req.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
