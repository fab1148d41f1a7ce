import { expect, test } from 'vitest';
import { isRotatable } from './access-credential-rules.ts';

test('a credential that is rotated or revoked cannot be rotated', () => {
  expect(isRotatable({ expiresAt: null })).toBe(true);
  expect(isRotatable({ expiresAt: '2026-02-01T00:00:00.000Z' })).toBe(false);
  expect(isRotatable({ expiresAt: new Date(0) })).toBe(false);
});
