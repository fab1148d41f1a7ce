// The REST face in a process of its own, as `server/main.ts` has it; pages and jobs are left out.
import { openDatabase } from '../db/client.ts';
import { env } from '../env.ts';
import { createDispatcher } from '../rest/dispatch.ts';
import { createRateLimits } from '../rest/rate-limit.ts';
import { serve } from './serve.ts';

openDatabase(env.DATABASE_URL ?? '');
serve(createDispatcher(await createRateLimits(env)));
