import { expect, test } from 'vitest';
import { createLimiter } from '../rest/rate-limit.ts';
import { createPageLimit } from './session-limit.ts';

const [ADA, BOB] = ['a'.repeat(32), 'b'.repeat(32)];
const limited = () => {
  const pages = createLimiter({ name: 'test', ratePerSecond: 1, burst: 2, now: () => 0 });
  const limit = createPageLimit(pages);
  return async (cookie?: string, url = '/subscribers') =>
    (await limit({ url, headers: cookie === undefined ? {} : { cookie } }))?.status ?? 200;
};

test('429 for pages of one session beyond its limit; other sessions and people who are not signed in are not affected', async () => {
  const open = limited();
  for (const status of [200, 200, 429]) expect(await open(`demarc.session_token=${ADA}.sig`)).toBe(status);
  expect(await open(`demarc.session_token=${BOB}.sig`)).toBe(200);
  for (let i = 0; i < 5; i++) expect(await open()).toBe(200);
  for (let i = 0; i < 5; i++) expect(await open('theme=dark')).toBe(200);
});

test.each([
  ['another signature', `demarc.session_token=${ADA}.other`],
  ['the name with https', `__Host-demarc.session_token=${ADA}.sig`],
  ['quotes', `demarc.session_token="${ADA}.sig"`],
  ['blanks', `demarc.session_token = ${ADA}.sig`],
  ['an encoded token', `demarc.session_token=${'%61'.repeat(32)}.sig`],
  ['an encoded dot', `demarc.session_token=${ADA}%2Esig`],
  ['another cookie before it', `demarc.session_token=${BOB}.sig; demarc.session_token=${ADA}.sig`],
  ['another cookie after it', `x=y; demarc.session_token=${ADA}.sig; demarc.session_token=${BOB}.sig`],
])('a session has one limit, however its cookie is written: %s', async (_, cookie) => {
  const open = limited();
  for (let i = 0; i < 2; i++) expect(await open(`demarc.session_token=${ADA}.sig`)).toBe(200);
  expect(await open(cookie)).toBe(429);
});

test('400 for more cookies of sessions than a browser has', async () => {
  const open = limited();
  const many = Array.from({ length: 5 }, (_, i) => `demarc.session_token=${ADA}${i}.sig`).join('; ');
  expect(await open(many)).toBe(400);
});

test('the files of pages have no limit', async () => {
  const open = limited();
  for (let i = 0; i < 5; i++)
    expect(await open(`demarc.session_token=${ADA}.sig`, '/_next/static/chunks/a.js')).toBe(200);
});

test.each(['..', '%2e%2e', '.%2E'])(
  'a path that leaves the folder of the files has the limit: %s',
  async (back) => {
    const open = limited();
    const page = `/_next/static/${back}/${back}/subscribers`;
    for (const status of [200, 200, 429])
      expect(await open(`demarc.session_token=${ADA}.sig`, page)).toBe(status);
  },
);
