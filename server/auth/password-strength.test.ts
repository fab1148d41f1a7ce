import { expect, test } from 'vitest';
import { passwordFault } from './password-strength.ts';

const about = ['ada.lovelace@skynet.example', 'Ada Lovelace'];

test.each(['short', 'tP7#kq9!xZ2', 'x'.repeat(129)])(
  'the password %j is refused for its length',
  async (word) => {
    expect(await passwordFault(word, about)).toMatch(/at (least|most) \d+ characters/);
  },
);

test.each([
  'password1234',
  'qwertyuiop12',
  'aaaaaaaaaaaaaaa',
  'Demarc123456',
  'sunshine-2026',
  'ada.lovelace@skynet.example',
])('the password %j is refused as easy to guess', async (word) => {
  expect(await passwordFault(word, about)).toMatch(/^This password is easy to guess\./);
});

test.each(['correct horse battery staple', 'k3w9p-7x2mq-d8v4t-1zrn6', 'tP7#kq9!xZ2w'])(
  '%j is strong enough',
  async (word) => {
    expect(await passwordFault(word, about)).toBeNull();
  },
);
