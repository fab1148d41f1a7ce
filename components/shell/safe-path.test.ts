import { expect, test } from 'vitest';
import { safePath } from './safe-path.ts';

test.each(['/subscribers', '/subscribers/sub_1?tab=json#x', '/plans?q=a%20b'])('%s is accepted', (path) => {
  expect(safePath(path)).toBe(path);
});

test.each([
  undefined,
  '',
  'subscribers',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  '/login?next=/login',
  '/api/auth/sign-out',
  ['/a', '/b'],
])('%j leads to the start page', (path) => {
  expect(safePath(path)).toBe('/');
});
