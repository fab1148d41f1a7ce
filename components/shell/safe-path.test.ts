import { expect, test } from 'vitest';
import { safePath } from './safe-path.ts';

test.each(['/subscribers', '/subscribers/sub_1?tab=json#x', '/plans?q=a%20b'])(
  'the return path %s is kept',
  (path) => {
    expect(safePath(path)).toBe(path);
  },
);

test.each([
  undefined,
  '',
  'subscribers',
  'https://evil.example',
  '//evil.example',
  '//evil.example/subscribers',
  '//[',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  '/login?next=/login',
  '/api/auth/sign-out',
  ['/a', '/b'],
])('the return path %j is replaced with the start page', (path) => {
  expect(safePath(path)).toBe('/');
});
