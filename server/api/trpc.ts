import {
  type AnyProcedure,
  initTRPC,
  type TRPCError,
  type TRPCMutationProcedure,
  type TRPCQueryProcedure,
} from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import type { z } from 'zod';
import { firstWithinMinutes, recordSecurityEvent } from '../auth/record-security-event.ts';
import { refuse } from '../contract/errors.ts';
import type { Operation, Operations } from '../contract/operation.ts';
import { may, type Permission, type Rights } from '../contract/roles.ts';
import { permissionRefusal } from '../contract/texts/permission-texts.ts';
import { isTracing, traced } from '../tracing.ts';
import type { Caller } from '../work/scope.ts';
import type { ApiContext } from './context.ts';
import { withInternationalPhone } from './local-phone.ts';
import { refusalOf } from './refusal.ts';
import { withSyncSchemas } from './sync-schemas.ts';

/** The operation, and what the generator of the API document reads. */
type Meta = OpenApiMeta & { operation?: Operation };

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

/** API credentials and the system act as `admin`; an integration has no role. */
function rightsOf(caller: Caller): Rights {
  return caller.type === 'staff' ? caller : { role: caller.type === 'integration' ? 'viewer' : 'admin' };
}

/** Whether a caller has the permission of a procedure, which refuses before its input is read otherwise; false for no procedure. */
export function isPermitted(caller: Caller, procedure: AnyProcedure | null): boolean {
  const { operation } = (procedure?._def.meta ?? {}) as Meta;
  return operation !== undefined && may(rightsOf(caller), operation.permission);
}

/**
 * A procedure for callers with a permission. The role is checked before anything is read, for both transports.
 * @param takesLocalPhone whether `phone` of the input may be in the local form of the organisation's country
 * @throws FORBIDDEN
 */
function procedure(permission: Permission, { takesLocalPhone = false } = {}) {
  const permitted = t.procedure.use(async ({ ctx, next, path }) => {
    if (!may(rightsOf(ctx.caller), permission)) {
      await noteRefusal(ctx, path, permission);
      throw refuse('FORBIDDEN', { message: permissionRefusal(permission) });
    }
    const result = await (isTracing() ? traced(path, {}, () => next()) : next());
    return result.ok && ctx.answerAs ? { ...result, data: await ctx.answerAs(result.data) } : result;
  });
  if (!takesLocalPhone) return withSyncSchemas(permitted);
  return withSyncSchemas(
    permitted.use(async ({ ctx, getRawInput, next }) => {
      const input = await withInternationalPhone(ctx, await getRawInput());
      return next({ getRawInput: async () => input });
    }),
  );
}

/** Whether a refusal is in the audit trail, which a program that repeats its calls would fill. */
const isFirstRefusal = firstWithinMinutes(15);

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
    isFirstRefusal(`${caller.id} ${providerId} ${procedureName}`)
      ? { type: 'staffUser', id: caller.id }
      : undefined,
    [ctx],
  );
}

type ProcedureOf<Op> =
  Op extends Operation<infer K, infer I, infer O>
    ? {
        query: TRPCQueryProcedure<{ input: z.input<I>; output: z.output<O>; meta: Meta }>;
        mutation: TRPCMutationProcedure<{ input: z.input<I>; output: z.output<O>; meta: Meta }>;
      }[K]
    : never;

type ProceduresOf<Ops extends Operations> = { [N in keyof Ops]: ProcedureOf<Ops[N]> };

/** A function for each operation, which gets the checked input and returns what the schema of the output takes. */
type Handlers<Ops extends Operations> = {
  [N in keyof Ops]: Ops[N] extends Operation<infer _, infer I, infer O>
    ? (call: { ctx: ApiContext; input: z.output<I> }) => Promise<z.input<O>>
    : never;
};

/** The router of a resource. An operation without a handler does not compile. */
export function routerOf<Ops extends Operations>(operations: Ops, handlers: Handlers<Ops>) {
  const procedures = Object.fromEntries(
    Object.entries<Operation>(operations).map(([name, operation]) => [
      name,
      procedureOf(operation, handlers[name] as Handler),
    ]),
  );
  // The procedures have the schemas of the operations, and so their types.
  return router(procedures as unknown as ProceduresOf<Ops>);
}

type Handler = (call: { ctx: ApiContext; input: unknown }) => Promise<unknown>;

function procedureOf(operation: Operation, handler: Handler) {
  const { kind, permission, takesLocalPhone, input, output } = operation;
  const named = procedure(permission, { takesLocalPhone }).meta(metaOf(operation));
  const checked = (input ? named.input(input) : named).output(output);
  return kind === 'query' ? checked.query(handler) : checked.mutation(handler);
}

function metaOf(operation: Operation): Meta {
  if (!operation.rest) return { operation };
  const { method, path, summary, description, tag } = operation.rest;
  return { operation, openapi: { method, path, summary, description, tags: [tag], protect: true } };
}
