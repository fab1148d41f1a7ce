import type { IncomingMessage, ServerResponse } from 'node:http';
import { TRPCError } from '@trpc/server';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { ApiContext } from '../api/context.ts';
import { notJson, refusalOf } from '../api/refusal.ts';
import { appRouter } from '../api/root.ts';
import { isPermitted, nameRequest } from '../api/trpc.ts';
import { versionedSettings } from '../api/versioned-settings.ts';
import { requireStaffSession, type StaffSession } from '../auth/staff.ts';
import { logCrossOrigin } from '../auth/staff-handler.ts';
import { checkAgain } from '../check-again.ts';
import { clientAddress } from '../client-address.ts';
import { invalid, type Refusal, refuse } from '../contract/errors.ts';
import { jsonFaults, jsonTextFault } from '../contract/json-faults.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { hasValidEscapes } from '../http/path-of.ts';
import { isLongBody, readBody, turnOfBody } from '../http/read-body.ts';
import { identifyingHeaders, repeatedHeaders } from '../http/repeated-header.ts';
import { log } from '../log.ts';
import { resourceOfRoute } from '../rest/exists.ts';
import { idempotencyKeyOf } from '../rest/idempotency-key.ts';
import { ifMatchNotAllowed, ifMatchOf } from '../rest/if-match.ts';
import { createLimiter, type Limiter } from '../rest/rate-limit.ts';
import { fingerprint } from '../rest/request.ts';
import { routes } from '../rest/routes.ts';
import { nameRequestSpan } from '../tracing.ts';
import { requireAccountOfPage } from './account-of-page.ts';
import { answersInTurns } from './answers-in-turns.ts';
import { createPlacesOfCallers } from './places-of-callers.ts';
import { createSessionLimit } from './session-limit.ts';

/** The path of the pages' typed client. */
export const TRPC_PATH = '/api/trpc/';

/** Maximum number of calls in one request; the pages' client makes no larger batches. */
const MAX_CALLS = 20;
/** Calls of one session: 50 a second, with a burst of four times as many. Pages stay far below. */
export const sessionLimits = { ratePerSecond: 50, burst: 200 };

/**
 * The portal's transport: staff sessions only. Browsers send `Origin` with every POST, so a cross-origin POST is refused,
 * although it carries the cookie. A body that is not JSON is refused too.
 * @param origins the addresses of the portal
 * @param calls counts the calls of each session
 */
export function createPortalHandler(
  origins: readonly string[],
  calls: Limiter = createLimiter({ name: 'portal', ...sessionLimits }),
) {
  const limit = createSessionLimit(calls);
  const answer = createHTTPHandler({
    router: appRouter,
    basePath: TRPC_PATH,
    maxBatchSize: MAX_CALLS,
    // A refusal keeps its own status. A batch of several calls stays 207, as the client expects.
    responseMeta: ({ ctx, errors, info }) => {
      const refusals = errors.map((error) => refusalOf(error, undefined));
      const headers = new Headers(Object.assign({}, ...refusals.map((refusal) => refusal.headers)));
      if (ctx?.tag?.value) headers.set('etag', ctx.tag.value);
      const isAlone = !info || info.calls.length === 1;
      return refusals[0] && isAlone ? { status: refusals[0].status, headers } : { headers };
    },
    createContext: async ({ req, res, info }) => {
      const correlationId = correlationIdOf(req);
      const selectsAccount = info.calls.every(({ path }) => path === 'session.switchProvider');
      const session = await sessionOfCall(req, selectsAccount).catch(rethrow);
      nameRequestSpan(req.method ?? '', TRPC_PATH + info.calls.map(({ path }) => path).join(','));
      // The first one has been counted before the session was looked up.
      const beyond = await limit(req, info.calls.length - 1);
      if (beyond) rethrow(beyond);
      const context = contextOfRequest(req, session, correlationId);
      const permitted = info.calls.filter(({ procedure }) => isPermitted(context.caller, procedure));
      // The procedures refuse, and nothing is parsed for that.
      if (permitted.length === 0) return context;
      await requireParsable(req);
      for (const call of permitted) {
        const input = await call.getRawInput();
        await turnOfRead(req);
        requireSound(input);
      }
      await turnOfRead(req);
      const [call] = info.calls;
      const { key } = idempotencyKeyOf(req);
      if (key !== undefined && info.calls.length > 1) throw keyOfBatch();
      const idempotency =
        call && key !== undefined ? keyOf(key, call.path, await call.getRawInput()) : undefined;
      const ifMatch = await ifMatchOfCalls(req, info.calls);
      const tag = isTaggedRead(info.calls) ? {} : undefined;
      const answerAs = answersInTurns(res);
      return { ...context, idempotency, ifMatch, tag, answerAs };
    },
    onError: ({ error, path, req, input }) => {
      const correlationId = correlationIdOf(req);
      nameRequest(error, correlationId);
      if (refusalOf(error, input).key !== 'INTERNAL_ERROR') return;
      log.error({ correlationId, path, err: error }, 'portal call failed');
    },
  });

  const places = createPlacesOfCallers();
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const correlationId = correlationIdOf(req);
    res.setHeader('x-correlation-id', correlationId);
    res.setHeader('cache-control', 'no-store');
    const fault = faultOf(req, origins) ?? faultWith(await limit(req)) ?? (await bodyFaultOf(req));
    if (!fault) {
      return places.answer(req, res, async () => {
        await decodeBody(req);
        return answer(req, res);
      });
    }
    sendFault(res, fault, correlationId);
    if (fault.code === 'FORBIDDEN') await logCrossOrigin(req, correlationId);
  };
}

/**
 * The session of calls. A call that selects an account comes from a page of any other.
 * @throws UNAUTHORIZED, FORBIDDEN; CONFLICT for a page of another account
 */
async function sessionOfCall(req: IncomingMessage, selectsAccount: boolean): Promise<StaffSession> {
  const session = await requireStaffSession(headersOf(req), { selectsAccount });
  if (!selectsAccount) requireAccountOfPage(req, session);
  return session;
}

/** A request whose body is read: tRPC takes its text from here. */
type Read = IncomingMessage & { raw?: Buffer; body?: string };

async function bodyFaultOf(req: Read): Promise<Fault | null> {
  if (req.method !== 'POST') return null;
  try {
    req.raw = await readBody(req);
    return null;
  } catch (error) {
    return faultWith(refusalOf(error, undefined));
  }
}

function faultWith(refusal: Refusal | null): Fault | null {
  return refusal && { code: codeOf(refusal), refusal };
}

/** tRPC's code of a refusal, from which a batch takes its status. */
function codeOf({ status }: Refusal): TRPC_ERROR_CODE_KEY {
  const codes = {
    400: 'BAD_REQUEST',
    401: 'UNAUTHORIZED',
    403: 'FORBIDDEN',
    409: 'CONFLICT',
    413: 'PAYLOAD_TOO_LARGE',
    429: 'TOO_MANY_REQUESTS',
    503: 'SERVICE_UNAVAILABLE',
  } as const;
  return codes[status as keyof typeof codes] ?? 'INTERNAL_SERVER_ERROR';
}

/** Leaves the body to tRPC, which parses it once the session is known. A long one of a stranger is not decoded: the answer is 401. */
async function decodeBody(req: Read): Promise<void> {
  if (!req.raw) return;
  const isOfStranger =
    isLongBody(req.raw.length) &&
    !(await requireStaffSession(headersOf(req), { selectsAccount: true }).catch(() => null));
  await turnOfRead(req);
  req.body = isOfStranger ? '' : req.raw.toString();
}

function turnOfRead(req: Read): Promise<void> {
  return turnOfBody(req, req.raw?.length ?? 0);
}

/** @throws TRPCError VALIDATION_FAILED for a body that would take long to parse */
async function requireParsable(req: Read): Promise<void> {
  await turnOfRead(req);
  const fault = req.raw && jsonTextFault(req.raw);
  if (fault) throw new TRPCError({ code: 'BAD_REQUEST', cause: invalid([fault]) });
}

/**
 * The portal refuses what the transport of REST refuses. Contract: Transport.
 * @throws TRPCError VALIDATION_FAILED
 */
function requireSound(input: unknown): void {
  const { reasons } = jsonFaults(input, { isClosed: true });
  if (reasons.length > 0) throw new TRPCError({ code: 'BAD_REQUEST', cause: invalid(reasons) });
}

type PortalCall = { path: string; getRawInput(): Promise<unknown> };

/**
 * The version that the change of a request requires: forms send the entity tag of what they show. Contract: Versions of a resource.
 * @throws TRPCError VALIDATION_FAILED for a call that changes neither a resource of `/v1` nor versioned settings
 */
async function ifMatchOfCalls(
  req: IncomingMessage,
  [call, ...others]: readonly PortalCall[],
): Promise<ApiContext['ifMatch']> {
  const { tags } = ifMatchOf(req);
  if (!tags) return undefined;
  const route = routes.find(({ name, isWrite }) => isWrite && name === call?.path);
  const input = await call?.getRawInput();
  const isObject = typeof input === 'object' && input !== null;
  const settings = versionedSettings.get(call?.path ?? '');
  const ofRoute = route && isObject ? resourceOfRoute(route, input as Record<string, string>) : null;
  const target = settings ? { settings } : ofRoute;
  if (target && others.length === 0) return { ...target, tags };
  throw new TRPCError({ code: 'BAD_REQUEST', cause: invalid([ifMatchNotAllowed]) });
}

const taggedReads = new Set(routes.filter(({ isTagged }) => isTagged).map(({ name }) => name));

/** Whether the answer has an entity tag: a read of one resource, not in a batch. Contract: Versions of a resource. */
function isTaggedRead([call, ...others]: readonly PortalCall[]): boolean {
  return call !== undefined && others.length === 0 && taggedReads.has(call.path);
}

type Fault = { code: TRPC_ERROR_CODE_KEY; refusal: Refusal };

/** The fault of a request, checked before its procedure: its headers, and a POST must be same-origin and JSON. */
function faultOf(req: IncomingMessage, origins: readonly string[]): Fault | null {
  const { method, headers } = req;
  const inHeaders = [
    ...repeatedHeaders(req, identifyingHeaders),
    ...idempotencyKeyOf(req).reasons,
    ...ifMatchOf(req).reasons,
  ];
  if (inHeaders.length > 0) return { code: 'BAD_REQUEST', refusal: invalid(inHeaders) };
  if (!hasValidEscapes(req.url)) return { code: 'NOT_FOUND', refusal: refuse('NOT_FOUND') };
  if (method === 'GET') return null;
  if (method !== 'POST') {
    return { code: 'METHOD_NOT_SUPPORTED', refusal: refuse('NOT_ALLOWED', { allow: 'GET, POST' }) };
  }
  if (!origins.includes(headers.origin ?? '')) return { code: 'FORBIDDEN', refusal: refuse('FORBIDDEN') };
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (type.trim() === 'application/json') return null;
  return { code: 'UNSUPPORTED_MEDIA_TYPE', refusal: notJson() };
}

/** Answers before tRPC, in the form of its errors. */
function sendFault(res: ServerResponse, { code, refusal }: Fault, correlationId: string): void {
  const { status, body, headers } = refusal;
  const data = { code, httpStatus: status, envelope: { ...body, correlationId } };
  const error = { message: body.error, code: TRPC_ERROR_CODES_BY_KEY[code], data };
  res.writeHead(status, { ...headers, 'content-type': 'application/json' });
  res.end(JSON.stringify({ error }));
}

/** The API context of a request of a signed-in person. */
export function contextOfRequest(
  req: IncomingMessage,
  session: StaffSession,
  correlationId: string,
): ApiContext {
  return {
    ...apiContextOf(session, correlationId, clientAddress(req)),
    checkAgain: checkAgain(async () => requireSame(session, await requireStaffSession(headersOf(req)))),
  };
}

/** @throws FORBIDDEN where the person has another account or other rights now */
function requireSame(before: StaffSession, now: StaffSession): void {
  const rightsOf = ({ provider, role, supportCollects, supportSeesRevenue }: StaffSession) =>
    JSON.stringify([provider.id, role, supportCollects, supportSeesRevenue]);
  if (rightsOf(before) !== rightsOf(now)) throw refuse('FORBIDDEN', { message: 'Your access has changed.' });
}

/** The API context of a signed-in person. */
export function apiContextOf(session: StaffSession, correlationId: string, address?: string): ApiContext {
  const { user, role, supportCollects, supportSeesRevenue, provider, sessionId } = session;
  return {
    providerId: provider.id,
    livemode: provider.livemode,
    clockOffsetMs: provider.clockOffsetMs,
    caller: {
      ...{ type: 'staff', id: user.id, name: user.name, email: user.email, role },
      ...{ supportCollects, supportSeesRevenue },
    },
    correlationId,
    address,
    staff: { sessionId, userId: user.id, email: user.email },
  };
}

/** Node's headers as web headers. */
export function headersOf(req: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

/** Rethrows a refusal with tRPC's own code. */
function rethrow(error: unknown): never {
  throw new TRPCError({ code: codeOf(refusalOf(error, undefined)), cause: error });
}

/** The calls of a batch share the context: each would get the answer that is stored for the first one. */
function keyOfBatch(): TRPCError {
  const message = 'A batch has no key. Send the call alone.';
  const cause = invalid([{ field: 'Idempotency-Key', code: 'NOT_ALLOWED', message }]);
  return new TRPCError({ code: 'BAD_REQUEST', cause });
}

function keyOf(key: string, path: string, input: unknown): NonNullable<ApiContext['idempotency']> {
  return { key, fingerprint: fingerprint('TRPC', path, {}, { input }), status: 200 };
}
