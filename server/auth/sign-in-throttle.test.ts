import { expect, test } from 'vitest';
import { signInThrottle } from './sign-in-throttle.ts';

const MINUTE = 60_000;

/** A throttle on a clock that stands still until it is moved, and how many attempts pass in a row. */
function throttle() {
  let at = 0;
  const made = signInThrottle(() => at);
  const passes = (account: string, address: string, tries = 1_000) => {
    let passed = 0;
    while (passed < tries && made.begin(account, address) === 0) passed++;
    return passed;
  };
  return { ...made, passes, wait: (ms: number) => (at += ms) };
}

test('ten failures lock an account for one address only', () => {
  const { passes } = throttle();
  expect(passes('ada@x', '1.1.1.1')).toBe(10);
  expect(passes('ada@x', '2.2.2.2')).toBe(10);
  expect(passes('bob@x', '1.1.1.1')).toBe(10);
});

test('fifty failures lock an address for all accounts', () => {
  const { passes } = throttle();
  let passed = 0;
  for (let i = 0; i < 20; i++) passed += passes(`user${i}@x`, '1.1.1.1');
  expect(passed).toBe(50);
  expect(passes('ada@x', '2.2.2.2', 1)).toBe(1);
});

test('two hundred failures lock an account for all addresses', () => {
  const { passes } = throttle();
  let passed = 0;
  for (let i = 0; i < 100; i++) passed += passes('ada@x', `10.0.0.${i}`);
  expect(passed).toBe(200);
});

test('a locked attempt returns the seconds to wait, and passes after them', () => {
  const { passes, begin, wait } = throttle();
  passes('ada@x', '1.1.1.1');
  wait(5 * MINUTE);
  expect(begin('ada@x', '1.1.1.1')).toBe(600);
  wait(10 * MINUTE);
  expect(begin('ada@x', '1.1.1.1')).toBe(0);
});

test('successful sign-ins do not count', () => {
  const { passes, begin, succeed } = throttle();
  for (let i = 0; i < 500; i++) {
    expect(begin('ada@x', '1.1.1.1')).toBe(0);
    succeed('ada@x', '1.1.1.1');
  }
  expect(passes('ada@x', '1.1.1.1')).toBe(10);
});
