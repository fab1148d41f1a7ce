import { expect, test } from 'vitest';
import { organisationUpdate } from './organisation.ts';

const takes = (input: object) => organisationUpdate.safeParse(input).success;

test.each(['https://acme.example', 'http://acme.example/about?x=1', 'HTTPS://ACME.example'])(
  '%s is a website',
  (website) => expect(takes({ website })).toBe(true),
);

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://acme.example',
  'acme.example',
  'https://',
  'http:x',
  '',
])('the website %j is refused', (website) => expect(takes({ website })).toBe(false));

test('names have one line, payment instructions may have several', () => {
  expect(takes({ legalName: 'Acme\nLtd' })).toBe(false);
  expect(takes({ paymentInstructions: 'By transfer:\nKCB 1234' })).toBe(true);
  expect(takes({ paymentInstructions: 'By\u0007transfer' })).toBe(false);
});
