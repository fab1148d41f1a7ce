import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Inngest, InngestFunction } from 'inngest';
import { serve } from 'inngest/node';
import { expect } from 'vitest';
import { createClient } from '../../server/background/create-client.ts';
import {
  type LocalRunner,
  type LocalRunnerOptions,
  startLocalRunner,
} from '../../server/background/local-runner.ts';
import { env } from '../../server/env.ts';
import { eventually } from '../fixtures/eventually.ts';

/** A way to run functions. The same cases run with each. */
export type TestRunner = {
  client: Inngest;
  /** Resolves when the sent events have had their effect. `done` checks it for a runner that does not report it. */
  settled(done: () => boolean): Promise<void>;
  stop(): Promise<void>;
};

export type Build = (client: Inngest) => InngestFunction.Any[];

export const silent = { info() {}, warn() {}, error() {}, debug() {} };

/** An unused name, because a real server keeps names. */
export function fresh() {
  const run = randomUUID().slice(0, 8);
  return { run, name: (name: string) => `test-${run}/${name}` };
}

export async function startLocal(
  build: Build,
  options: Partial<LocalRunnerOptions> = {},
): Promise<TestRunner & { runner: LocalRunner }> {
  const client = createClient({ id: `test-${fresh().run}`, server: null, logger: silent });
  const functions = build(client);
  const runner = await startLocalRunner({
    client,
    functions,
    log: silent,
    backoffMs: () => 0,
    // No cron of a case fires when the case runs across a full minute.
    schedule: false,
    ...options,
  });
  return { client, runner, settled: () => runner.idle(), stop: () => runner.stop() };
}

const dev = env.INNGEST_DEV?.includes('://') ? env.INNGEST_DEV : undefined;

/** Whether INNGEST_DEV is the address of a server that answers. */
export async function serverAnswers(): Promise<boolean> {
  return dev !== undefined && (await fetch(dev).then(Boolean, () => false));
}

export async function startOnServer(build: Build): Promise<TestRunner> {
  const client = createClient({
    id: `test-${fresh().run}`,
    server: { isDev: true, baseUrl: dev },
    logger: silent,
  });
  const http = createServer(serve({ client, functions: build(client) }));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}/api/inngest`, { method: 'PUT' });
  return {
    client,
    settled: async (done) => {
      await eventually(() => expect(done()).toBe(true));
      // A second run would start meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    },
    stop: () => new Promise((resolve) => http.close(() => resolve())),
  };
}
