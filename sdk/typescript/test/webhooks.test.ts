import { describe, expect, test } from 'vitest';
import { attemptHeaders } from '../../../server/webhooks/headers.ts';
import type { VerificationFault } from '../src/errors.ts';
import { signWebhook, verifyWebhook } from '../src/webhooks.ts';

const NOW = 1_770_000_000;
const [current, previous] = ['whsec_current', 'whsec_previous'];
const event = { id: 'evt_1', type: 'plan.created', data: { current: { planName: 'Zuhause ☂ 50' } } };
const body = JSON.stringify(event);

/** The headers of a delivery, as the server makes them. */
function delivered(over: Partial<Parameters<typeof attemptHeaders>[0]> = {}): Record<string, string> {
  const list = attemptHeaders({
    ...{ body, eventId: 'evt_1', eventType: 'plan.created', attemptId: 'att_1', attempt: 1, timestamp: NOW },
    ...{ secret: current, isTest: false, ofEndpoint: [], ...over },
  });
  return Object.fromEntries(list.flatMap((name, i) => (i % 2 === 0 ? [[name, list[i + 1] as string]] : [])));
}

const at = (seconds: number) => ({ now: () => seconds * 1_000 });
const lower = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

describe('verifyWebhook accepts what the server signs', () => {
  test.each([
    ['headers of fetch, a text', body, new Headers(delivered())],
    ['headers of Node, bytes', Buffer.from(body), lower(delivered())],
    ['headers as they are sent, a buffer', new TextEncoder().encode(body).buffer as ArrayBuffer, delivered()],
    [
      'lists of values',
      body,
      Object.fromEntries(Object.entries(delivered()).map(([name, value]) => [name, [value]])),
    ],
  ])('%s', async (_, raw, headers) => {
    expect(await verifyWebhook(raw, headers, current, at(NOW))).toEqual(event);
  });

  test('during a rotation, with the new secret, the old one, or both', async () => {
    const headers = delivered({ previousSecret: previous });
    for (const secret of [current, previous, [previous, current], ['whsec_other', previous]])
      expect(await verifyWebhook(body, headers, secret, at(NOW))).toEqual(event);
  });

  test('up to 300 seconds from now, in both directions', async () => {
    for (const seconds of [NOW - 300, NOW + 300])
      expect(await verifyWebhook(body, delivered(), current, at(seconds))).toEqual(event);
  });
});

describe('verifyWebhook refuses', () => {
  const signed = delivered();
  const tampered = body.replace('50', '51');
  const unsigned = { ...signed, 'X-Service-Signature': '' };
  const { 'X-Service-Timestamp': _, ...timeless } = signed;
  test.each<[string, string, Record<string, string>, string | string[], number, VerificationFault]>([
    ['another body', tampered, signed, current, NOW, 'WRONG_SIGNATURE'],
    ['another secret', body, signed, 'whsec_other', NOW, 'WRONG_SIGNATURE'],
    ['no secret at all', body, signed, [], NOW, 'WRONG_SIGNATURE'],
    [
      'a signature of another form',
      body,
      { ...signed, 'X-Service-Signature': 'sha256=00' },
      current,
      NOW,
      'WRONG_SIGNATURE',
    ],
    [
      'another timestamp',
      body,
      { ...signed, 'X-Service-Timestamp': `${NOW + 1}` },
      current,
      NOW,
      'WRONG_SIGNATURE',
    ],
    ['no signature', body, unsigned, current, NOW, 'MISSING_HEADER'],
    ['no timestamp', body, timeless, current, NOW, 'MISSING_HEADER'],
    ['an old delivery', body, signed, current, NOW + 301, 'OUTSIDE_TOLERANCE'],
    ['one of the future', body, signed, current, NOW - 301, 'OUTSIDE_TOLERANCE'],
    [
      'a timestamp that is no number',
      body,
      { ...signed, 'X-Service-Timestamp': 'NaN' },
      current,
      NOW,
      'OUTSIDE_TOLERANCE',
    ],
    ['a signed body that is no JSON', '{', delivered({ body: '{' }), current, NOW, 'MALFORMED_BODY'],
  ])('%s', async (_, raw, headers, secret, now, fault) => {
    await expect(verifyWebhook(raw, headers, secret, at(now))).rejects.toMatchObject({ fault });
  });

  test.each([undefined, '', ['']])(
    'a secret that is not set (%j), by an error of its own',
    async (secret) => {
      const call = verifyWebhook(body, delivered(), secret as string | string[], at(NOW));
      await expect(call).rejects.toThrow(TypeError('The secret of the webhook is missing.'));
    },
  );

  test('a parsed body, which has lost its bytes', async () => {
    await expect(verifyWebhook(event as never, signed, current, at(NOW))).rejects.toThrow(/raw body/);
  });
});

test('signWebhook makes the headers of the server', async () => {
  expect(delivered()).toMatchObject(await signWebhook(body, current, NOW));
});
