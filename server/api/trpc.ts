import { initTRPC, type TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { recordSecurityEvent } from '../auth/record-security-event.ts';
import { type ErrorKey, refuse } from '../contract/errors.ts';
import { may, type Permission, type Role } from '../contract/roles.ts';
import { isTracing, traced } from '../tracing.ts';
import type { Caller } from '../work/scope.ts';
import type { ApiContext } from './context.ts';
import { withInternationalPhone } from './local-phone.ts';
import { parseAtOnce } from './parse-at-once.ts';
import { refusalOf } from './refusal.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The data of a procedure that REST and the OpenAPI document need, apart from its schemas. */
export type RestMeta = {
  /** The HTTP status of success. */
  status: number;
  /** Input fields of a POST, PUT or PATCH that travel in the query string. */
  query: readonly string[];
  /** Errors of this operation only. Every operation has further ones. */
  errors: readonly ErrorKey[];
  /** The media type of an answer that is a file outside the envelope. */
  file?: string;
  /** False for an operation whose whole effect is outside Demarc. Contract: Dry run. */
  dryRun: boolean;
  /** The tag in the OpenAPI document; by default the first collection of the path. */
  tag: string;
};

type Meta = OpenApiMeta & {
  rest?: RestMeta;
  /** Whether a procedure of the portal alone has a dry run: it writes nothing outside its transaction. */
  hasDryRun?: true;
  /** What a caller needs; `procedure` sets it. */
  permission?: Permission;
};

/** Correlation ids of requests that failed before their context existed, by the error. */
const withoutContext = new WeakMap<TRPCError, string>();

/** Stores the correlation id of such a request, so that its answer has it. */
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

/** The role of a caller: API credentials and the system act as `admin`; an integration has no role. */
function roleOf(caller: Caller): Role {
  return caller.type === 'staff' ? caller.role : caller.type === 'integration' ? 'viewer' : 'admin';
}

/**
 * A procedure for callers with a permission. The role is checked before anything is read, for both transports.
 * @param takesLocalPhone whether `phone` of the input may be in the local form of the organisation's country
 * @throws FORBIDDEN
 */
export function procedure(permission: Permission, { takesLocalPhone = false } = {}) {
  const permitted = t.procedure.meta({ permission }).use(async ({ ctx, next, path }) => {
    if (!may(roleOf(ctx.caller), permission)) {
      await noteRefusal(ctx, path, permission);
      throw refuse('FORBIDDEN', { message: `Your role does not allow ${permission}.` });
    }
    return isTracing() ? traced(path, {}, () => next()) : next();
  });
  if (!takesLocalPhone) return parseAtOnce(permitted);
  return parseAtOnce(
    permitted.use(async ({ ctx, getRawInput, next }) => {
      const input = await withInternationalPhone(ctx, await getRawInput());
      return next({ getRawInput: async () => input });
    }),
  );
}

/** Logs a refused permission. Contract: Security log. */
async function noteRefusal(ctx: ApiContext, procedureName: string, permission: Permission): Promise<void> {
  const { caller, address, correlationId, providerId } = ctx;
  if (caller.type !== 'staff') return;
  await recordSecurityEvent(
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

/** The REST operation of a procedure: method, path, and what its schemas do not contain. */
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
