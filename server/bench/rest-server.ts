// The REST face in a process of its own, as `server/main.ts` has it; pages and jobs are left out.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '../db/client.ts';
import { env } from '../env.ts';
import { createDispatcher } from '../rest/dispatch.ts';
import { createRateLimits } from '../rest/rate-limit.ts';

openDatabase(env.DATABASE_URL ?? '');
const dispatch = createDispatcher(await createRateLimits(env));
const server = createServer((req, res) => void dispatch(req, res));
server.keepAliveTimeout = 65_000;
server.listen(0, env.HOST, () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('disconnect', () => process.exit(0));
