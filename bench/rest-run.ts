// The REST transport in a process of its own, as `server/main.ts` has it; pages and jobs are left out.
import { openDatabase } from '../server/db/client.ts';
import { env } from '../server/env.ts';
import { createDispatcher } from '../server/rest/dispatch.ts';
import { createRateLimits } from '../server/rest/rate-limit.ts';
import { createRequestLog } from '../server/rest/request-log.ts';
import { serve } from './serve.ts';

openDatabase(env.DATABASE_URL ?? '');
serve(createDispatcher(await createRateLimits(env), createRequestLog()));
