import { initTRPC, type TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { noteSecurity } from '../auth/note-security.ts';
import { type ErrorKey, refuse } from '../contract/errors.ts';
import { may, type Permission, type Role } from '../contract/roles.ts';
import type { Caller } from '../db/scope.ts';
import type { ApiContext } from './context.ts';
import { parseAtOnce } from './parse-at-once.ts';
import { refusalOf } from './refusal.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the REST face and the document have to know of a procedure beyond its schemas. */
export type RestMeta = {
  /** The HTTP status of success. */
  status: number;
  /** Inputs of a POST, PUT or PATCH that travel in the query string. */
  query: readonly string[];
  /** Errors of its own, beyond those every operation has. */
  errors: readonly ErrorKey[];
  /** The media type of an answer that is a file, sent as it is and not in the envelope. */
  file?: string;
  /** Whether it can run dry. False where contacting a system outside is all that it does. Contract: Dry run. */
  dryRun: boolean;
  /** What the document lists it under; the first collection of its path unless given. */
  tag: string;
};

type Meta = OpenApiMeta & { rest?: RestMeta };

/** Correlation ids of requests that failed before their context was made, by the error. */
const withoutContext = new WeakMap<TRPCError, string>();

/** Keeps the correlation id of a failed request for the answer, where there is no context to read it from. */
export function nameRequest(error: TRPCError, correlationId: string): void {
  withoutContext.set(error, correlationId);
}

const t = initTRPC
  .context<ApiContext>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error, input, ctx }) => {
      const { status, body } = refusalOf(error, input);
      const envelope = { ...body, correlationId: ctx?.correlationId ?? withoutContext.get(error) ?? '' };
      return {
        ...shape,
        message: body.error,
        data: { ...shape.data, stack: undefined, httpStatus: status, envelope },
      };
    },
  });

export const { router } = t;

/** The role a caller acts in: API credentials and the system act as `admin`, an integration as nobody. */
function roleOf(caller: Caller): Role {
  return caller.type === 'staff' ? caller.role : caller.type === 'integration' ? 'viewer' : 'admin';
}

/**
 * A procedure for callers with a permission. The role is checked here, before anything is read, on both faces.
 * @throws FORBIDDEN
 */
export function procedure(permission: Permission) {
  return parseAtOnce(
    t.procedure.use(async ({ ctx, next, path }) => {
      if (!may(roleOf(ctx.caller), permission)) {
        await noteRefusal(ctx, path, permission);
        throw refuse('FORBIDDEN', { message: `Your role does not allow ${permission}.` });
      }
      return next();
    }),
  );
}

/** Contract: Security log. */
async function noteRefusal(ctx: ApiContext, procedureName: string, permission: Permission): Promise<void> {
  const { caller, address, correlationId, providerId } = ctx;
  if (caller.type !== 'staff') return;
  await noteSecurity(
    {
      event: 'permission.refused',
      outcome: 'refused',
      account: ctx.staff?.email ?? caller.name,
      address,
      correlationId,
      providerId,
      details: { procedure: procedureName, permission },
    },
    { type: 'staffUser', id: caller.id },
    [ctx],
  );
}

/** The REST face of a procedure: method, path, and what its schemas do not say. */
export function rest(
  method: Method,
  path: `/v1/${string}`,
  summary: string,
  more: Partial<RestMeta> & { description?: string } = {},
): Meta {
  const { status = 200, query = [], errors = [], file, dryRun = true, description } = more;
  const { tag = path.split('/')[2] ?? '' } = more;
  return {
    openapi: { method, path, summary, description, tags: [tag], protect: true },
    rest: { status, query, errors, file, dryRun, tag },
  };
}
