import { expect, test } from 'vitest';
import { firstEmail, isEmail } from './email-address.ts';

const label = 'a'.repeat(63);

test.each([
  'ann@example.com',
  'ann@xn--e1afmkfd.xn--p1ai',
  'sales&marketing@x.org',
  'dept/unit@x.org',
  "o'brien+test@sub.x.co.ke",
  `${'a'.repeat(64)}@x.org`,
  `a@${label}.org`,
  'a@1.2.com',
  'a@example.1a',
])('%s is an email address', (address) => {
  expect(isEmail(address)).toBe(true);
});

test.each([
  `${'a'.repeat(65)}@x.org`,
  `a@${label}a.org`,
  'a@localhost',
  'a@10.0.0.1',
  'a@x.123',
  '.a@x.org',
  'a.@x.org',
  'a..b@x.org',
  'a@-x.org',
  'a@x-.org',
  'a@x..org',
  'a@x.org.',
  'a b@x.org',
  'a@b@x.org',
  '"a b"@x.org',
  'a@[10.0.0.1]',
  'ann@bücher.example',
  'Ann <a@x.org>',
  'a@x.org, b@x.org',
  '',
])('%j is no email address', (address) => {
  expect(isEmail(address)).toBe(false);
});

test.each([
  ['a@x.org, b@x.org', 'a@x.org'],
  ['a@x.org;b@x.org', 'a@x.org'],
  ['A@x.org / b@x.org', 'A@x.org'],
  ['a@x.org\nb@x.org', 'a@x.org'],
  ['dept/unit@x.org', 'dept/unit@x.org'],
  ['dept/unit@x.org, b@x.org', 'dept/unit@x.org'],
  ['none, b@x.org', 'none, b@x.org'],
  ['', ''],
])('the first address of %j is %j', (written, first) => {
  expect(firstEmail(written)).toBe(first);
});
