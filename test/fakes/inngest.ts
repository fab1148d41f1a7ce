import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InngestFunction } from 'inngest';
import { driveRun, type RunTools } from '../../server/background/drive-run.ts';
import { functionConfig, type QueuedEvent } from '../../server/background/function-config.ts';
import { createConcurrency } from '../../server/concurrency.ts';

/** How it answers events: it stores them, closes the connection, fails, or never answers. */
type Mode = 'up' | 'gone' | 'fails' | 'hangs';

/**
 * An Inngest server: it takes events and calls the functions of an application. Its clock does not run; `everyMinute` calls
 * the functions with a schedule.
 * @param endpoint where the application answers calls
 */
export async function startInngest(
  clientId: string,
  functions: readonly InngestFunction.Any[],
  endpoint: () => Promise<string>,
) {
  const configs = functions.map((fn) => functionConfig(clientId, fn));
  const concurrency = createConcurrency(8);
  const runs = new Set<Promise<unknown>>();
  let mode: Mode = 'up';
  let asked = 0;

  async function call(request: Request): Promise<Response> {
    const { search } = new URL(request.url);
    const { method, headers } = request;
    return fetch((await endpoint()) + search, { method, headers, body: await request.text() });
  }

  function run(config: (typeof configs)[number], event: QueuedEvent): void {
    const { id: functionId, maxAttempts } = config;
    const limits = config.limitsFor(event);
    const inPlace: RunTools['inPlace'] = (work) => concurrency.run(limits, work);
    const tools = { serve: call, inPlace, wait: (ms: number) => sleep(ms), backoffMs: () => 50 };
    const done = driveRun({ id: crypto.randomUUID(), functionId, event, maxAttempts }, tools)
      // A call may fail while the application is away. The functions of the next minute do its work.
      .catch(() => {})
      .finally(() => runs.delete(done));
    runs.add(done);
  }

  const queued = (name: string, data: Record<string, unknown>): QueuedEvent => ({
    ...{ id: crypto.randomUUID(), name, data },
    ts: Date.now(),
  });

  async function take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    asked++;
    if (mode === 'hangs') return;
    if (mode === 'gone') return void req.socket.destroy();
    if (mode === 'fails') return void res.writeHead(500).end('{}');
    let text = '';
    for await (const chunk of req) text += chunk;
    const ids: string[] = [];
    if (req.url?.startsWith('/e/')) {
      for (const { name, data } of [JSON.parse(text)].flat()) {
        const event = queued(name, data);
        ids.push(event.id);
        for (const config of configs) if (config.events.includes(name)) run(config, event);
      }
    }
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ status: 200, ids }));
  }

  const server = createServer((req, res) => void take(req, res)).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    become(next: Mode): void {
      mode = next;
      server.closeAllConnections();
    },
    /** Requests so far, whatever came of them. */
    asked: () => asked,
    /** Calls the functions that are due each minute. */
    everyMinute(): void {
      for (const config of configs) {
        const isEachMinute = config.crons.some((cron) => cron.getPattern() === '* * * * *');
        if (isEachMinute) run(config, queued('inngest/scheduled.timer', {}));
      }
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      while (runs.size > 0) await Promise.allSettled(runs);
    },
  };
}
