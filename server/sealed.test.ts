import { expect, test, vi } from 'vitest';

vi.hoisted(() => {
  process.env.SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
});

const { seal, unseal } = await import('./sealed.ts');

test('what is sealed shows nothing, comes back, and never looks the same twice', () => {
  const text = '{"password":"k7w2-m4qz-ümlaut"}';
  const sealed = seal(text);
  expect(sealed).not.toContain('k7w2');
  expect(unseal(sealed)).toBe(text);
  expect(seal(text)).not.toBe(sealed);
});

test('what was never sealed is given back, what was tampered with is not', () => {
  expect(unseal('{"a":1}')).toBe('{"a":1}');
  const sealed = seal('secret');
  const flipped = sealed.slice(0, -4) + (sealed.at(-4) === 'A' ? 'B' : 'A') + sealed.slice(-3);
  expect(() => unseal(flipped)).toThrow();
});
