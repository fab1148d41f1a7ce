import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processDueEvents, providersWithDueEvents } from '../../server/domain/inbound-event/process-due.ts';
import { createDeliveryDispatcher } from '../../server/domain/messaging/delivery/dispatcher.ts';
import { createSender } from '../../server/webhooks/send.ts';
import { useApi } from './api.ts';
import { languages, outputsOf, readGuide, runSteps } from './guide-code.ts';

const api = useApi();

/** The year has a test of its own with a receiver, and FreeRADIUS one with a FreeRADIUS. */
const elsewhere = ['a-year-in-the-sandbox.md', 'connect-freeradius.md'];
const guides = readdirSync('docs/guides').filter(
  (name) =>
    name === 'quickstart.md' ||
    (!elsewhere.includes(name) &&
      readFileSync(`docs/guides/${name}`, 'utf8').includes('(quickstart.md#set-up)')),
);

let receiver: Server;
let isOver = false;
const jobs: Promise<void>[] = [];
const providers = new Set<string>();

beforeAll(async () => {
  receiver = createServer((req, res) => req.resume().once('end', () => res.writeHead(204).end()));
  await new Promise<void>((done) => receiver.listen(0, 'localhost', done));
  jobs.push(inbound(), deliveries());
});

afterAll(async () => {
  isOver = true;
  await Promise.all(jobs);
  await new Promise((done) => receiver.close(done));
});

/** Stands for the jobs that a server has beside its API. */
async function inbound() {
  for (; !isOver; await sleep(50)) {
    for (const providerId of await providersWithDueEvents())
      await processDueEvents({ providerId, budgetMs: 5_000 });
  }
}

async function deliveries() {
  const dispatcher = createDeliveryDispatcher(createSender());
  for (; !isOver; await sleep(50))
    for (const providerId of providers) await dispatcher.dispatchDue(providerId);
  await dispatcher.close();
}

test('the guides are found', () => {
  expect(guides.length).toBeGreaterThan(9);
});

describe.each(guides)('%s', (name) => {
  test.concurrent.each(languages)(
    'the code in %s prints the output in the guide',
    async (language) => {
      const steps = readGuide(name);
      const partner = await api.partner({ livemode: name === 'going-live.md' });
      const { 'x-access-id': accessId, 'x-access-secret': accessSecret } = partner.headers;
      if (name === 'receive-webhooks.md') providers.add(partner.providerId);
      const hook = `http://localhost:${(receiver.address() as AddressInfo).port}/`;
      const printed = await runSteps(language, steps, api.base, { accessId, accessSecret }, { HOOK: hook });
      expect(printed).toEqual(outputsOf(language, steps));
    },
    120_000,
  );
});
