import { describe, expect, it } from 'vitest';
import { outcomeAndLatencyOf, queuedText, unsentTexts } from './labels.ts';

describe('outcomeAndLatencyOf', () => {
  const attempt = { id: 'att_1', number: 1, at: '2026-01-01T00:00:00Z', responseExcerpt: null };

  it.each([
    [{ responseStatus: 500, latencyMs: 12, error: null }, 'Answered 500 after 12 ms'],
    [
      { responseStatus: null, latencyMs: 1_219, error: 'CONNECTION_REFUSED' as const },
      'The host refused the connection after 1.2 s',
    ],
    [
      { responseStatus: null, latencyMs: null, error: 'DNS_FAILURE' as const },
      'The name of the host could not be resolved',
    ],
  ])('is one part of a line: %j', (outcome, text) => {
    expect(outcomeAndLatencyOf({ ...attempt, ...outcome })).toBe(text);
  });
});

describe('resending', () => {
  it('names deliveries that failed apart from those that wait for a retry', () => {
    expect(unsentTexts({ failed: 1, retrying: 1200 })).toEqual([
      'Sends 1 delivery again that failed.',
      'Tries 1,200 deliveries now that would wait for a retry.',
    ]);
    expect(unsentTexts({ failed: 0, retrying: 0 })).toEqual([]);
  });

  it('says how many were queued', () => {
    expect([1, 0, 1200].map(queuedText)).toEqual([
      '1 delivery is queued again.',
      '0 deliveries are queued again.',
      '1,200 deliveries are queued again.',
    ]);
  });
});
