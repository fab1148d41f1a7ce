import { createCipheriv } from 'node:crypto';
import { expect, test, vi } from 'vitest';

vi.hoisted(() => {
  process.env.SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
});

const { seal, unseal, unsealOnce } = await import('./sealed.ts');

test('what is sealed shows nothing, comes back, and never looks the same twice', () => {
  const text = '{"password":"k7w2-m4qz-ümlaut"}';
  const sealed = seal(text, 'whk_1');
  expect(sealed).not.toContain('k7w2');
  expect(unseal(sealed, 'whk_1')).toBe(text);
  expect(seal(text, 'whk_1')).not.toBe(sealed);
});

test('what was never sealed is given back, what was tampered with is not', () => {
  expect(unseal('{"a":1}', 'whk_1')).toBe('{"a":1}');
  const sealed = seal('secret', 'whk_1');
  const flipped = sealed.slice(0, -4) + (sealed.at(-4) === 'A' ? 'B' : 'A') + sealed.slice(-3);
  expect(() => unseal(flipped, 'whk_1')).toThrow();
});

test('in another row it does not open', () => {
  expect(() => unseal(seal('secret', 'whk_1'), 'whk_2')).toThrow();
});

test('what is remembered is remembered for its row alone', () => {
  const sealed = seal('secret', 'whk_1');
  expect([unsealOnce(sealed, 'whk_1'), unsealOnce(sealed, 'whk_1')]).toEqual(['secret', 'secret']);
  expect(() => unsealOnce(sealed, 'whk_2')).toThrow();
});

test('what was sealed before that still opens', () => {
  const nonce = Buffer.alloc(12, 1);
  const cipher = createCipheriv('aes-256-gcm', Buffer.alloc(32, 7), nonce);
  const sealed = Buffer.concat([nonce, cipher.update('secret'), cipher.final(), cipher.getAuthTag()]);
  expect(unseal(`sealed:${sealed.toString('base64')}`, 'whk_1')).toBe('secret');
});
