import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '../../server/db/client.ts';
import { answerGateway, isGatewayHook } from '../../server/payer/gateway-hook.ts';
import { createDispatcher } from '../../server/rest/dispatch.ts';
import { createRateLimits } from '../../server/rest/rate-limit.ts';
import { createRequestLog } from '../../server/rest/request-log.ts';

// Serves the REST API and the hooks of gateways as a process that tests kill. It sends its address to the parent.

// The process ends with its parent.
process.once('disconnect', () => process.exit());
openDatabase(process.env.DATABASE_URL ?? '');
const rateLimits = await createRateLimits({
  RATE_LIMIT_LIVE: 0,
  RATE_LIMIT_SANDBOX: 0,
  RATE_LIMIT_INBOUND: 0,
  RATE_LIMIT_AUTH: 0,
  REDIS_URL: undefined,
});
const dispatch = createDispatcher(rateLimits, createRequestLog());
const server = createServer((req, res) =>
  isGatewayHook(req.url ?? '/')
    ? void answerGateway(req, res, rateLimits.failedLink)
    : void dispatch(req, res),
);
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
