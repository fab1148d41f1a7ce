import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { createPartner, generatePassword } from '../../server/domain/partner/create.ts';
import { loadDefaultScheduleD } from '../../server/domain/schedule-d/load.ts';
import { createTransport, isApiPath } from '../../server/http/transport.ts';
import { answerGateway, isGatewayHook } from '../../server/payer/gateway-hook.ts';
import { answerSmsReport, isSmsHook } from '../../server/payer/sms-hook.ts';
import { createDispatcher } from '../../server/rest/dispatch.ts';
import { createHookHandler, HOOKS_PATH } from '../../server/rest/hooks.ts';
import { createRateLimits } from '../../server/rest/rate-limit.ts';
import { createRequestLog } from '../../server/rest/request-log.ts';
import { freshDatabase } from '../fixtures/fresh-database.ts';
import { validateAnswer } from '../fixtures/openapi-answers.ts';

/** A response as a partner's client sees it. `body` is the parsed envelope. */
export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** The unparsed body. */
  bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of any body
  body: any;
};

type Options = { headers?: Record<string, string>; key?: string; raw?: string | Buffer };

/** The first password of every owner: to hash one for each takes a seventh of the time of these tests. */
const generated = generatePassword();

const unlimited = { RATE_LIMIT_LIVE: 0, RATE_LIMIT_SANDBOX: 0, RATE_LIMIT_INBOUND: 0, RATE_LIMIT_AUTH: 0 };

/**
 * The REST API and the hooks over real HTTP, on a database of its own for this file.
 * @param limits requests per second, named as in the environment; unlimited by default
 * @param beside answers the other paths
 */
export function useApi(
  limits: Partial<typeof unlimited> = {},
  beside?: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
) {
  const held = {} as { base: string; database: Database; server: Server; close(): void };
  const requestLog = createRequestLog();

  beforeAll(async () => {
    held.database = openDatabase(await freshDatabase());
    await loadDefaultScheduleD();
    const rateLimits = await createRateLimits({ ...unlimited, ...limits, REDIS_URL: undefined });
    const dispatch = createDispatcher(rateLimits, requestLog);
    const hooks = createHookHandler(rateLimits);
    const transport = createTransport({
      isHttps: false,
      answer: (req, res) => {
        if (isGatewayHook(req.url ?? '/')) void answerGateway(req, res, rateLimits.failedLink);
        else if (isSmsHook(req.url ?? '')) void answerSmsReport(req, res, rateLimits.failedLink);
        else if (req.url?.startsWith(HOOKS_PATH)) void hooks(req, res);
        else if (beside && !isApiPath(req.url ?? '/')) void beside(req, res);
        else void dispatch(req, res);
      },
    });
    held.server = transport.server;
    await new Promise<void>((done) => held.server.listen(0, '127.0.0.1', done));
    held.base = `http://127.0.0.1:${(held.server.address() as AddressInfo).port}`;
    held.close = () => rateLimits.close();
  });

  afterAll(async () => {
    held.close?.();
    held.server?.closeAllConnections();
    await new Promise((done) => (held.server ? held.server.close(done) : done(undefined)));
    await requestLog.flush();
    await held.database?.close();
  });

  async function request(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
    { headers: extra = {}, key, raw }: Options = {},
  ): Promise<Answer> {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(held.base + path, {
      method,
      headers: {
        ...headers,
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...extra,
      },
      body: sent as BodyInit | undefined,
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    const isFile = response.headers.get('content-type') === 'application/pdf';
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      body: isFile ? null : JSON.parse(text || 'null'),
    };
    expect(validateAnswer(method, path, answer.status, answer.headers, text)).toEqual([]);
    if (!path.startsWith('/v1/openapi.json') && !isFile)
      expect(answer.body.correlationId).toBe(response.headers.get('x-correlation-id'));
    return answer;
  }

  function client(headers: Record<string, string>) {
    const call =
      (method: string) =>
      (path: string, body?: unknown, options?: Options): Promise<Answer> =>
        request(method, path, body, headers, options);
    return {
      get: (path: string, options?: Options) => request('GET', path, undefined, headers, options),
      post: call('POST'),
      put: call('PUT'),
      patch: call('PATCH'),
      delete: (path: string, options?: Options) => request('DELETE', path, undefined, headers, options),
      request: (method: string, path: string, options?: Options) =>
        request(method, path, undefined, headers, options),
    };
  }

  return {
    /** A caller without credentials. */
    anonymous: () => client({}),
    /** A caller with these headers. */
    client,
    /** SQL on the API's database, for facts that the API does not show. */
    get sql() {
      return held.database.sql;
    },
    get database() {
      return held.database;
    },
    get databaseUrl() {
      return held.database.url;
    },
    /** Writes the log of the requests that are answered. */
    logRequests: () => requestLog.flush(),
    get base() {
      return held.base;
    },
    /** The number of open connections. */
    connections: () =>
      new Promise<number>((resolve, reject) =>
        held.server.getConnections((error, n) => (error ? reject(error) : resolve(n))),
      ),
    /** Creates a partner account and its client. The owner has to change the password unless `mayKeepPassword`. */
    async partner({ livemode = false, mayKeepPassword = false } = {}) {
      const made = await createPartner({
        name: 'Partner',
        email: `owner-${randomUUID()}@example.com`,
        livemode,
        mayKeepPassword,
        generated: await generated,
      });
      const headers = { 'x-access-id': made.accessId, 'x-access-secret': made.accessSecret };
      const owner = { email: made.ownerEmail, password: made.ownerPassword ?? '' };
      return { ...client(headers), headers, providerId: made.providerId, owner };
    },
  };
}

export type Partner = Awaited<ReturnType<ReturnType<typeof useApi>['partner']>>;
