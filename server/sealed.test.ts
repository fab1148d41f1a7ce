import { createCipheriv } from 'node:crypto';
import { expect, test, vi } from 'vitest';

vi.hoisted(() => {
  vi.resetModules();
  process.env.SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
});

const { isSealed, seal, unseal } = await import('./sealed.ts');

test('a sealed text is unreadable, can be unsealed, and differs each time', () => {
  const text = '{"password":"k7w2-m4qz-ümlaut"}';
  const sealed = seal(text, 'whk_1');
  expect(sealed).not.toContain('k7w2');
  expect(unseal(sealed, 'whk_1')).toBe(text);
  expect(seal(text, 'whk_1')).not.toBe(sealed);
});

test('unseal throws for a text that is not sealed, modified or bound to no row', () => {
  expect(isSealed('{"a":1}')).toBe(false);
  expect(() => unseal('{"a":1}', 'whk_1')).toThrow();
  expect(() => unseal('', 'whk_1')).toThrow();
  const cipher = createCipheriv('aes-256-gcm', Buffer.alloc(32, 7), Buffer.alloc(12, 1));
  const unbound = Buffer.concat([
    Buffer.alloc(12, 1),
    cipher.update('secret'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  for (const mark of ['sealed:', 'bound:']) {
    expect(() => unseal(`${mark}${unbound.toString('base64')}`, 'whk_1')).toThrow();
  }
  const sealed = seal('secret', 'whk_1');
  const flipped = sealed.slice(0, -4) + (sealed.at(-4) === 'A' ? 'B' : 'A') + sealed.slice(-3);
  expect(() => unseal(flipped, 'whk_1')).toThrow();
});

test('unseal throws for a text that was sealed for another row', () => {
  expect(() => unseal(seal('secret', 'whk_1'), 'whk_2')).toThrow();
});
