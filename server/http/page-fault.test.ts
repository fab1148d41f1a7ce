import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { pageFault } from './page-fault.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '9' };
const answerTo = (method: string, url: string, headers: object) =>
  pageFault({ method, url, headers } as IncomingMessage);

test('a form opens its page again', () => {
  expect(answerTo('POST', '/login?next=%2F', form)).toEqual({
    status: 303,
    headers: { location: '/login?next=%2F' },
  });
});

test.each(['//elsewhere.example/login', '/\\elsewhere.example', 'http://elsewhere.example/'])(
  'a form leads to no other host: %s',
  (url) => {
    expect(answerTo('POST', url, form)?.status).toBe(405);
  },
);

test.each([
  ['PUT', form, 405],
  ['POST', { 'content-type': 'application/json' }, 405],
  ['POST', {}, 405],
  ['GET', form, 400],
])('%s with %o is refused with %i', (method, headers, status) => {
  expect(answerTo(method, '/login', headers)?.status).toBe(status);
});

test('a plain read of a page has no fault', () => {
  expect(answerTo('GET', '/login', {})).toBe(null);
});

test.each(['/plans/%ff', '/docs/guides/%', '/plans/%E0%A4%A', '/%zz?q=1'])(
  'a broken percent escape is no path: %s',
  (url) => {
    for (const method of ['GET', 'HEAD']) expect(answerTo(method, url, {})?.status).toBe(404);
  },
);

test('an escape in a path, and any in a query, is no fault', () => {
  for (const url of ['/plans/%C3%A9', '/plans/100%25', '/plans?q=%ff'])
    expect(answerTo('GET', url, {})).toBe(null);
});

test('the address of a page has at most 100 parameters', () => {
  const withParameters = (count: number) => `/login?${Array.from({ length: count }, () => 'a').join('&')}`;
  expect(answerTo('GET', withParameters(100), {})).toBe(null);
  expect(answerTo('GET', withParameters(101), {})?.status).toBe(400);
});
