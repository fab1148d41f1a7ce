import { expect, test } from 'vitest';
import { sessionState } from './labels.ts';

test('an ended session is shown as ended, not as throttled', () => {
  expect(sessionState({ endedAt: '2026-01-01T00:00:00.000Z', throttled: true }).label).toBe('Ended');
});
