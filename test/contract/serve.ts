import type { AddressInfo } from 'node:net';
import { openDatabase } from '../../server/db/client.ts';
import { loadDefaultScheduleD } from '../../server/domain/schedule-d/load.ts';
import { createTransport } from '../../server/http/transport.ts';
import { createDispatcher } from '../../server/rest/dispatch.ts';
import { createRateLimits } from '../../server/rest/rate-limit.ts';
import { createRequestLog } from '../../server/rest/request-log.ts';

/**
 * Serves the REST API in a process of its own, so that a test can read its output. The first argument is the database. The
 * first line of standard error is the port.
 */
openDatabase(process.argv[2] as string);
await loadDefaultScheduleD();
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
const { server } = createTransport({ isHttps: false, answer: (req, res) => void dispatch(req, res) });
server.listen(0, '127.0.0.1', () => process.stderr.write(`${(server.address() as AddressInfo).port}\n`));
