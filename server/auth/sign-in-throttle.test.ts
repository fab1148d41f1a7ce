import { expect, test } from 'vitest';
import { signInThrottle } from './sign-in-throttle.ts';

const MINUTE = 60_000;

/** A throttle on a clock that stands still until it is moved, and how many attempts pass in a row. */
function throttle() {
  let at = 0;
  const made = signInThrottle({ now: () => at, sleep: async (ms) => pauses.push(ms) });
  const pauses: number[] = [];
  const passes = async (account: string, address: string, tries = 1_000) => {
    let passed = 0;
    while (passed < tries && (await made.begin(account, address)) === 0) passed++;
    return passed;
  };
  return { ...made, passes, pauses, wait: (ms: number) => (at += ms) };
}

test('ten failures lock an account for one address only', async () => {
  const { passes } = throttle();
  expect(await passes('ada@x', '1.1.1.1')).toBe(10);
  expect(await passes('ada@x', '2.2.2.2')).toBe(10);
  expect(await passes('bob@x', '1.1.1.1')).toBe(10);
});

test('after fifty failures of an address, its attempts take turns of a second, and ten wait at most', async () => {
  const { passes, pauses, begin, wait } = throttle();
  for (let i = 0; i < 5; i++) expect(await passes(`user${i}@x`, '1.1.1.1')).toBe(10);
  expect(pauses).toEqual([]);
  const answers = [];
  for (let i = 0; i < 13; i++) answers.push(await begin(`person${i}@x`, '1.1.1.1'));
  expect(pauses).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((s) => s * 1_000));
  expect(answers).toEqual([...Array(10).fill(0), 11, 11, 11]);
  expect(await passes('ada@x', '2.2.2.2', 1)).toBe(1);
  wait(15 * MINUTE);
  expect(await begin('ada@x', '1.1.1.1')).toBe(0);
  expect(pauses).toHaveLength(10);
});

test('the addresses of one /64 are one, and two of IPv4 are two', async () => {
  const { passes } = throttle();
  expect(await passes('ada@x', '2001:db8:1:2::1')).toBe(10);
  expect(await passes('ada@x', '2001:db8:1:2:ffff::9')).toBe(0);
  expect(await passes('ada@x', '2001:db8:1:3::1')).toBe(10);
  expect(await passes('ada@x', '192.0.2.1')).toBe(10);
  expect(await passes('ada@x', '192.0.2.2')).toBe(10);
});

test('two hundred failures lock an account for all addresses', async () => {
  const { passes } = throttle();
  let passed = 0;
  for (let i = 0; i < 100; i++) passed += await passes('ada@x', `10.0.0.${i}`);
  expect(passed).toBe(200);
});

test('a locked attempt returns the seconds to wait, and passes after them', async () => {
  const { passes, begin, wait } = throttle();
  await passes('ada@x', '1.1.1.1');
  wait(5 * MINUTE);
  expect(await begin('ada@x', '1.1.1.1')).toBe(600);
  wait(10 * MINUTE);
  expect(await begin('ada@x', '1.1.1.1')).toBe(0);
});

test('successful sign-ins do not count', async () => {
  const { passes, begin, succeed } = throttle();
  for (let i = 0; i < 500; i++) {
    expect(await begin('ada@x', '1.1.1.1')).toBe(0);
    succeed('ada@x', '1.1.1.1');
  }
  expect(await passes('ada@x', '1.1.1.1')).toBe(10);
});
