import { performance } from 'node:perf_hooks';
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

// In lists of breached passwords, with a digit or a year behind them, and in capital letters.
test.each([
  ...[
    '1qaz2wsx3edc',
    'q1w2e3r4t5y6',
    '123456789012',
    'password123456',
    'iloveyou1234',
    'qwertyuiopasdfghjkl',
  ],
  ...['unbelievable', 'christopher1', 'manchester12', 'liverpool123', 'BigDaddy1234', 'trustno1trustno1'],
  ...[
    'unbelievable7',
    'Unbelievable2026',
    'administrator1',
    'Administrator9!',
    'letmein123456',
    'P@ssw0rd1234',
  ],
])('the breached or common password %j is refused', async (word) => {
  expect(await passwordFault(word, about)).toMatch(/^This password is easy to guess\./);
});

test('what comes after 64 characters makes no password stronger', async () => {
  const end = 'k3w9p-7x2mq-d8v4t-1zrn6';
  expect(await passwordFault('a'.repeat(64) + end, about)).toMatch(/^This password is easy to guess\./);
  expect(await passwordFault('a'.repeat(41) + end, about)).toBeNull();
});

test('the worst password takes no time of the thread that answers requests', async () => {
  await passwordFault('correct horse battery staple', about);
  const before = performance.eventLoopUtilization();
  const used = process.cpuUsage();
  await passwordFault('(c{<[@4$5'.repeat(20).slice(0, 128), about);
  const { active } = performance.eventLoopUtilization(before);
  expect(active * 2).toBeLessThan(process.cpuUsage(used).user / 1000);
});
