import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../test/fixtures/eventually.ts';
import {
  freePort,
  type GuideReceiver,
  isInstalled,
  type ReceiverLanguage,
  receivers,
  startGuideReceiver,
} from '../../test/fixtures/guide-receiver.ts';
import { sign } from './sign.ts';

const dir = mkdtempSync(join(tmpdir(), 'demarc-guide-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const secret = 'whsec_V6n1cQ0r8uYkTz4mWb2LhS7dPq3eGf9aXiR5oJx0w';
const body = JSON.stringify({ id: 'evt_1', type: 'plan.created', data: { current: { id: 'Åsa 👩‍💻' } } });
const now = Math.floor(Date.now() / 1_000);
const signed = (at: number, key = secret) => ({
  'x-service-timestamp': String(at),
  'x-service-signature': sign(key, at, body),
});
const previous = {
  'x-service-timestamp': String(now),
  'x-service-signature': sign('whsec_new', now, body),
  'x-service-signature-previous': sign(secret, now, body),
};

const cases: [string, Record<string, string>, number][] = [
  ['a valid signature', signed(now), 204],
  ['a signature with the previous secret', previous, 204],
  ['a signature with another secret', signed(now, 'whsec_other'), 400],
  ['an old timestamp', signed(now - 400), 400],
  ['a future timestamp', signed(now + 400), 400],
  ['a changed timestamp', { ...signed(now), 'x-service-timestamp': String(now - 1) }, 400],
  ['no signature', { 'x-service-timestamp': String(now) }, 400],
  ['no headers', {}, 400],
];

describe.each(Object.keys(receivers) as ReceiverLanguage[])('the receiver in %s', (name) => {
  const installed = isInstalled(name);
  if (!installed) console.info(`The guide's receiver in ${name} is not tested: it is not installed.`);

  describe.runIf(installed)('runs', () => {
    let receiver: GuideReceiver;
    let port: number;
    const post = async (headers: Record<string, string>) => {
      const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
      return response.status;
    };

    beforeAll(async () => {
      const own = join(dir, name);
      mkdirSync(own);
      port = await freePort();
      receiver = startGuideReceiver(name, own, secret, port);
      await eventually(async () => expect(await post({})).toBe(400));
    });
    afterAll(() => receiver?.stop());

    test.each(cases)('%s', async (_, headers, status) => {
      expect(await post(headers)).toBe(status);
    });

    test('an event that arrives again is handled once', async () => {
      expect(await post(signed(now))).toBe(204);
      expect(await post(signed(now))).toBe(204);
      await expect.poll(() => receiver.printed()).toBe('plan.created Åsa 👩‍💻\n');
    });
  });
});
