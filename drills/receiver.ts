import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '../server/db/client.ts';

/** A receiver of webhooks that knows which events arrived. */
export async function startReceiver() {
  const received = new Map<string, number>();
  const server = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    req.on('end', () => {
      const { id } = JSON.parse(body);
      received.set(id, (received.get(id) ?? 0) + 1);
      res.end();
    });
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () => server.closeAllConnections(),
    /** How many events arrived more than once. */
    doubled: () => [...received.values()].filter((times) => times > 1).length,
    /** Each event that was queued for delivery must have arrived. */
    async missing({ sql }: Database): Promise<string[]> {
      const rows = await sql<{ id: string }[]>`select distinct event_id as id from delivery`;
      const lost = rows.filter(({ id }) => !received.has(id));
      return lost.length === 0 ? [] : [`${lost.length} of ${rows.length} events did not arrive`];
    },
  };
}
