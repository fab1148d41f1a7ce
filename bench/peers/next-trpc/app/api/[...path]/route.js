import { initTRPC, TRPCError } from '@trpc/server';
import { createOpenApiFetchHandler } from 'trpc-to-openapi';
import { z } from 'zod';
import { listQuery, newSubscriber, openStore, Refusal } from '../../../store.js';

const store = openStore(process.env.DATABASE_URL);

const subscriber = z.object({
  id: z.string(),
  externalUserId: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  street: z.string().nullable(),
  city: z.string().nullable(),
  region: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string().nullable(),
  status: z.enum(['active', 'suspended', 'terminated']),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
});

const t = initTRPC.meta().context().create();
const codes = { 401: 'UNAUTHORIZED', 422: 'UNPROCESSABLE_CONTENT' };
const refused = (error) => {
  if (!(error instanceof Refusal)) throw error;
  throw new TRPCError({ code: codes[error.status], message: error.message });
};
const procedure = t.procedure.use(async ({ ctx, next }) => {
  const { headers } = ctx;
  const caller = await store
    .authenticate(headers.get('x-access-id') ?? '', headers.get('x-access-secret') ?? '')
    .catch(refused);
  return next({ ctx: { caller } });
});

const router = t.router({
  listSubscribers: procedure
    .meta({ openapi: { method: 'GET', path: '/subscribers' } })
    .input(listQuery)
    .output(
      z.object({
        success: z.boolean(),
        data: z.array(subscriber),
        meta: z.object({ page: z.number(), limit: z.number(), total: z.number() }),
      }),
    )
    .query(({ ctx, input }) => store.list(ctx.caller, input)),
  createSubscriber: procedure
    .meta({ openapi: { method: 'POST', path: '/subscribers' } })
    .input(newSubscriber)
    .output(z.object({ success: z.boolean(), data: subscriber, correlationId: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const key = ctx.headers.get('idempotency-key');
      return JSON.parse(await store.create(ctx.caller, input, key).catch(refused));
    }),
});

const handler = (req) =>
  createOpenApiFetchHandler({
    endpoint: '/api',
    router,
    req,
    createContext: () => ({ headers: req.headers }),
  });

export { handler as GET, handler as POST };
