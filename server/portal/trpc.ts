import type { IncomingMessage } from 'node:http';
import { TRPCError } from '@trpc/server';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import type { ApiContext, Idempotency } from '../api/context.ts';
import { refusalOf } from '../api/refusal.ts';
import { appRouter } from '../api/root.ts';
import { requireStaffSession, type StaffSession } from '../auth/staff.ts';
import { refuse } from '../contract/errors.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { log } from '../log.ts';
import { fingerprint } from '../rest/request.ts';

/** Where the pages' typed client calls. */
export const TRPC_PATH = '/api/trpc/';

/**
 * The portal's face of the API: staff sessions only. Browsers send our own Origin with every change, so a foreign
 * page that has the cookie sent along is refused, and so is a body that is not JSON.
 * @param origins the addresses the portal is reached at
 */
export function createPortalHandler(origins: readonly string[]) {
  return createHTTPHandler({
    router: appRouter,
    basePath: TRPC_PATH,
    maxBodySize: 1024 * 1024,
    // A refusal keeps its own status; answers to several calls at once stay 207, as the client expects.
    responseMeta: ({ errors, info }) => {
      const refusals = errors.map((error) => refusalOf(error, undefined));
      const headers = new Headers(refusals.flatMap((refusal) => Object.entries(refusal.headers)));
      return refusals[0] && info?.calls.length === 1 ? { status: refusals[0].status, headers } : { headers };
    },
    createContext: async ({ req, res, info }) => {
      if (req.method === 'POST') requireOwnPage(req, origins);
      const correlationId = correlationIdOf(req);
      res.setHeader('x-correlation-id', correlationId);
      res.setHeader('cache-control', 'no-store');
      const session = await requireStaffSession(headersOf(req)).catch(rethrow);
      const [call] = info.calls;
      const key = req.headers['idempotency-key'];
      const idempotency =
        call && typeof key === 'string' ? keyOf(key, call.path, await call.getRawInput()) : undefined;
      return { ...contextOf(session, correlationId), idempotency };
    },
    onError: ({ error, path, ctx, input }) => {
      if (refusalOf(error, input).key !== 'INTERNAL_ERROR') return;
      log.error({ correlationId: ctx?.correlationId, path, err: error }, 'portal call failed');
    },
  });
}

/** What the API knows of a signed-in person. */
export function contextOf(session: StaffSession, correlationId: string): ApiContext {
  const { user, role, provider, sessionId } = session;
  return {
    providerId: provider.id,
    livemode: provider.livemode,
    clockOffsetMs: provider.clockOffsetMs,
    caller: { type: 'staff', id: user.id, name: user.name, role },
    correlationId,
    staff: { sessionId, userId: user.id },
  };
}

/** Node's headers as the web's. */
export function headersOf(req: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

/** A refusal on its way out of the context, with tRPC's own code: a batch takes its status from there. */
function rethrow(error: unknown): never {
  const { status } = refusalOf(error, undefined);
  const code = status === 401 ? 'UNAUTHORIZED' : status === 403 ? 'FORBIDDEN' : 'INTERNAL_SERVER_ERROR';
  throw new TRPCError({ code, cause: error });
}

function requireOwnPage(req: IncomingMessage, origins: readonly string[]): void {
  const isOurs = origins.includes(req.headers.origin ?? '');
  const isJson = (req.headers['content-type'] ?? '').startsWith('application/json');
  if (!isOurs || !isJson) throw new TRPCError({ code: 'FORBIDDEN', cause: refuse('FORBIDDEN') });
}

function keyOf(key: string, path: string, input: unknown): Idempotency {
  return { key, fingerprint: fingerprint('TRPC', path, {}, { input }), status: 200 };
}
