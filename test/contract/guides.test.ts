import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstStart } from '../../server/demo/first-start.ts';
import { processDueEvents, providersWithDueEvents } from '../../server/domain/inbound-event/process-due.ts';
import { createDeliveryDispatcher } from '../../server/domain/messaging/delivery/dispatcher.ts';
import { createSender } from '../../server/webhooks/send.ts';
import { useApi } from './api.ts';
import { outputsOf, pasteSteps, readGuide, runProgram } from './guide-code.ts';
import { isShellThere, modesOf, shellNames } from './pasted.ts';

const api = useApi();

/** The year has a test of its own with a receiver, and FreeRADIUS one with a FreeRADIUS. */
const elsewhere = ['a-year-in-the-sandbox.md', 'connect-freeradius.md'];
const guides = [
  '../../README.md',
  'quickstart.md',
  ...readdirSync('docs/guides').filter(
    (name) =>
      !elsewhere.includes(name) &&
      readFileSync(`docs/guides/${name}`, 'utf8').includes('(quickstart.md#set-up)'),
  ),
];
/** They need an account of their own: a live one, one whose clock they may move, or one that no other shell migrates into. */
const ownAccount = ['going-live.md', 'migrate.md', 'plan-changes-and-holds.md', 'test-clock.md'];

let demo: { accessId: string; accessSecret: string };

let receiver: Server;
let isOver = false;
const jobs: Promise<void>[] = [];

beforeAll(async () => {
  const log = { info: () => undefined };
  const made = await firstStart({ log, publicUrl: api.base, enabled: true });
  if (!made) throw new Error('there is no demo account');
  const { accessId, accessSecret, providerId } = made.credentials;
  demo = { accessId, accessSecret };
  receiver = createServer((req, res) => req.resume().once('end', () => res.writeHead(204).end()));
  await new Promise<void>((done) => receiver.listen(0, 'localhost', done));
  jobs.push(inbound(), deliveries(providerId));
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

async function deliveries(providerId: string) {
  const dispatcher = createDeliveryDispatcher(createSender());
  for (; !isOver; await sleep(50)) await dispatcher.dispatchDue(providerId);
  await dispatcher.close();
}

test('the guides are found', () => {
  expect(guides.length).toBeGreaterThan(10);
});

test.each([
  ['README.md', /UNIQUE=\$\(node -p '(.*)'\)/],
  ['docs/guides/quickstart.md', /UNIQUE=\$\(node -p '(.*)'\)/],
  ['docs/guides/quickstart.md', /const unique = (.*);/],
])('shells that begin a guide in the same instant use different names: %s %s', (page, code) => {
  const [, expression] = code.exec(readFileSync(page, 'utf8')) ?? [];
  const program = `const { randomInt } = require('node:crypto');
    new Set(Array.from({ length: 100 }, () => String(${expression}))).size`;
  expect(String(execFileSync('node', ['-p', program])).trim()).toBe('100');
});

/** An account of its own, as the guide wants it, or the demo account with its year of data. */
async function callerFor(name: string) {
  if (!ownAccount.includes(name)) return demo;
  const { headers } = await api.partner({ livemode: name === 'going-live.md' });
  return { accessId: headers['x-access-id'] ?? '', accessSecret: headers['x-access-secret'] ?? '' };
}

describe.each(guides)('%s', (name) => {
  const steps = readGuide(name);
  const env = () => ({ HOOK: `http://localhost:${(receiver.address() as AddressInfo).port}/` });

  for (const shell of shellNames) {
    test
      .skipIf(!isShellThere(shell))
      .concurrent(
        `${name} pasted into ${shell} prints the output in the guide, also when it runs again`,
        { timeout: 240_000 },
        async () => {
          const run = { base: api.base, caller: await callerFor(name), env: env() };
          for (const mode of modesOf(shell)) {
            const { outputs, screen } = await pasteSteps(shell, mode, steps, run);
            expect(outputs, screen).toEqual(outputsOf('sh', steps));
          }
        },
      );
  }

  test
    .skipIf(outputsOf('ts', steps).length === 0)
    .concurrent(
      `${name} in TypeScript prints the output in the guide, also when it runs again`,
      { timeout: 240_000 },
      async () => {
        const run = { base: api.base, caller: await callerFor(name), env: env() };
        for (let runs = 0; runs < 2; runs++)
          expect(await runProgram(steps, run)).toEqual(outputsOf('ts', steps));
      },
    );
});

describe.each(guides)('%s with a wrong secret', (name) => {
  const steps = readGuide(name);
  const run = () => ({
    base: api.base,
    caller: { ...demo, accessSecret: 'sk_wrong' },
    env: { HOOK: 'http://x.example/' },
  });

  test
    .skipIf(!isShellThere('zsh'))
    .concurrent(
      `${name} shows the error of the API in the terminal, which stays open`,
      { timeout: 240_000 },
      async () => {
        const { outputs, screen } = await pasteSteps('zsh', 'whole', steps, run());
        expect(screen).toContain('"error":"UNAUTHORIZED"');
        expect(screen).not.toMatch(/TypeError|SyntaxError|ReferenceError|node:internal|not found|no matches/);
        expect(outputs).toHaveLength(outputsOf('sh', steps).length);
      },
    );

  test
    .skipIf(outputsOf('ts', steps).length === 0)
    .concurrent(`${name} ends the program with the error of the API`, { timeout: 240_000 }, async () => {
      const failure = await runProgram(steps, run()).catch((error) => error);
      expect(failure.code).toBe(1);
      expect(failure.stderr).toMatch(/^[A-Z]+ \/v1\/\S+: 401 UNAUTHORIZED[^\n]*\n$/);
    });
});

test.each(shellNames.filter(isShellThere))('in %s a refused call stops what depends on it', async (shell) => {
  const steps = readGuide('../../README.md');
  const run = { base: api.base, caller: { ...demo, accessSecret: 'sk_wrong' } };
  for (const mode of modesOf(shell)) {
    const { outputs, screen } = await pasteSteps(shell, mode, steps, run);
    expect(outputs.join('')).toBe('');
    // One for each of the two blocks with calls.
    expect(screen.match(/"error":"UNAUTHORIZED"/g), screen).toHaveLength(2);
  }
});

test.each(shellNames.filter(isShellThere))('in %s a server that is not there is named', async (shell) => {
  const steps = readGuide('../../README.md');
  const { outputs, screen } = await pasteSteps(shell, 'typed', steps, {
    base: 'http://127.0.0.1:9',
    caller: demo,
  });
  expect(outputs.join('')).toBe('');
  expect(screen.match(/curl: \(7\) Failed to connect to 127.0.0.1 port 9/g), screen).toHaveLength(2);
});
