import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { plus } from '../clock.ts';
import { eventTypes } from '../contract/event-catalogue.ts';
import { exampleEvent } from '../contract/examples/events.ts';
import { firstMatch } from '../contract/webhook.ts';
import { attemptHeaders, endpointHeaders } from './headers.ts';
import { render } from './render.ts';
import { nextAttemptAt, RETRY_DELAYS_MS } from './schedule.ts';
import { sign } from './sign.ts';

test('a signature equals the HMAC that openssl computes', () => {
  const secret = 'whsec_V6n1cQ0r8uYkTz4mWb2LhS7dPq3eGf9aXiR5oJx0w-_';
  const body = JSON.stringify({ id: 'evt_1', name: 'Åsa Nyström 👩‍💻', amount: 29.99 });
  const made = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret], { input: `1772352000.${body}` });
  expect(sign(secret, 1_772_352_000, body)).toBe(`sha256=${/([0-9a-f]{64})/.exec(String(made))?.[1]}`);
});

const attempt = {
  body: '{}',
  eventId: 'evt_1',
  eventType: 'plan.created',
  attemptId: 'att_1',
  attempt: 3,
  timestamp: 1_772_352_000,
  secret: 'whsec_new',
  isTest: false,
  ofEndpoint: endpointHeaders([]),
};

function asObject(headers: string[]): Record<string, string> {
  const pairs = headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1] ?? '']] : []));
  return Object.fromEntries(pairs);
}

test('an attempt has the documented headers', () => {
  expect(asObject(attemptHeaders(attempt))).toEqual({
    'Content-Type': 'application/json',
    'User-Agent': 'Demarc-Webhooks/1',
    'X-Service-Signature': sign('whsec_new', 1_772_352_000, '{}'),
    'X-Service-Timestamp': '1772352000',
    'X-Service-Event-Type': 'plan.created',
    'X-Service-Event-Id': 'evt_1',
    'X-Service-Delivery-Id': 'att_1',
    'X-Service-Delivery-Attempt': '3',
  });
});

test('custom headers are added and cannot replace signature headers; test events have X-Service-Test', () => {
  const custom = [
    { name: 'x-service-signature', value: 'forged' },
    { name: 'X-SERVICE-Anything', value: 'forged' },
    { name: 'User-Agent', value: 'Mine' },
    { name: 'X-Tag', value: 'one' },
    { name: 'X-Tag', value: 'two' },
  ];
  const headers = attemptHeaders({
    ...attempt,
    ofEndpoint: endpointHeaders(custom),
    previousSecret: 'whsec_old',
    isTest: true,
  });
  expect(headers).not.toContain('forged');
  expect(headers.slice(0, 6)).toEqual(['User-Agent', 'Mine', 'X-Tag', 'one', 'X-Tag', 'two']);
  expect(asObject(headers)).toMatchObject({
    'User-Agent': 'Mine',
    'X-Service-Signature-Previous': sign('whsec_old', 1_772_352_000, '{}'),
    'X-Service-Test': 'true',
  });
});

test.each(eventTypes)(
  '%s in API version 2025-06-01 has no changedFields and is otherwise the same',
  (type) => {
    const newest = exampleEvent(type);
    const body = JSON.stringify(newest);
    expect(render(body, '2026-01-15')).toBe(body);
    const { changedFields: _, ...data } = newest.data;
    expect(render(body, '2025-06-01')).toBe(JSON.stringify({ ...newest, apiVersion: '2025-06-01', data }));
  },
);

test('seven retries, each with its delay from the last failure, ten percent more or less', () => {
  const failedAt = new Date('2026-03-01T08:00:00.000Z');
  const minutes = RETRY_DELAYS_MS.map((delay) => delay / 60_000);
  expect(minutes).toEqual([5 / 60, 5, 30, 120, 300, 600, 600]);
  for (const [i, delay] of RETRY_DELAYS_MS.entries()) {
    expect(nextAttemptAt(i + 1, failedAt, 0)).toEqual(plus(failedAt, delay * 0.9));
    expect(nextAttemptAt(i + 1, failedAt, 0.5)).toEqual(plus(failedAt, delay));
    expect(nextAttemptAt(i + 1, failedAt, 1)).toEqual(plus(failedAt, delay * 1.1));
  }
  expect(nextAttemptAt(8, failedAt)).toBeNull();
});

test('firstMatch returns the first event type of a name or pattern', () => {
  expect(firstMatch('*')).toBe(eventTypes[0]);
  expect(firstMatch('subscription.*')).toBe('subscription.created');
  expect(firstMatch('plan.deleted')).toBe('plan.deleted');
  expect(firstMatch('subscriber.*')).toBe('subscriber.created');
});
