import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inngest } from '../../server/background/client.ts';
import { INNGEST_PATH, inngestHandler } from '../../server/background/http.ts';
import { backgroundFunctions } from '../../server/background/registry.ts';
import { wake } from '../../server/background/wake.ts';
import { openDatabase } from '../../server/db/client.ts';
import { env } from '../../server/env.ts';
import { log } from '../../server/log.ts';
import { createDispatcher } from '../../server/rest/dispatch.ts';
import { createRateLimits } from '../../server/rest/rate-limit.ts';
import { createRequestLog } from '../../server/rest/request-log.ts';
import { onCommit } from '../../server/work/wake.ts';

// Serves the REST API and the jobs of an Inngest server. It sends its address to the parent.

// The process ends with its parent.
process.once('disconnect', () => process.exit());
openDatabase(process.env.DATABASE_URL ?? '');
onCommit((providerId, wakes) => {
  for (const name of wakes) wake(name, providerId);
});
const dispatch = createDispatcher(
  await createRateLimits({
    RATE_LIMIT_LIVE: 0,
    RATE_LIMIT_SANDBOX: 0,
    RATE_LIMIT_INBOUND: 0,
    RATE_LIMIT_AUTH: 0,
    REDIS_URL: undefined,
  }),
  createRequestLog(),
);
const runJobs = inngestHandler({ client: inngest, functions: backgroundFunctions, env, log });
const server = createServer((req, res) => {
  if (req.url?.startsWith(INNGEST_PATH)) runJobs?.(req, res);
  else void dispatch(req, res);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
