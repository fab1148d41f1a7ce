import { expect, test } from 'vitest';
import { masked, maskedFields, maskedJson, mayHoldSecrets } from './masked.ts';

test('a masked secret shows its last four characters, or none if it is shorter than twelve', () => {
  expect(masked('Bearer abcdefgh')).toBe('••••efgh');
  expect(masked('123456789012')).toBe('••••9012');
  expect(masked('12345678901')).toBe('••••');
});

test('values of secret fields are masked at any depth and of any type; others stay', () => {
  const body = {
    event: 'customer/edit',
    data: {
      login: 'ada-home',
      attributes: { password: 'k7w2-m4qz-9x1p', status: 'active', Api_Key: 'short', pwd: 1234, secret: null },
      changed_attributes: { login_password: { old: 'old-password-1', new: ['new-password-2'] } },
      accessToken: '',
    },
  };
  expect(JSON.parse(maskedJson(JSON.stringify(body)))).toEqual({
    event: 'customer/edit',
    data: {
      login: 'ada-home',
      attributes: { password: '••••9x1p', status: 'active', Api_Key: '••••', pwd: '••••', secret: null },
      changed_attributes: { login_password: { old: '••••rd-1', new: ['••••rd-2'] } },
      accessToken: '',
    },
  });
});

test('text that is not JSON is masked completely', () => {
  expect(maskedJson('password=hunter2')).toBe('••••');
});

test('the values of headers are masked, their names stay', () => {
  const headers = [{ name: 'X-Gateway-Key', value: 'let-me-in-please' }];
  expect(
    maskedFields({ url: 'https://example.com', headers, nested: { headers: { 'X-Key': 'short' } } }),
  ).toEqual({
    url: 'https://example.com',
    headers: [{ name: 'X-Gateway-Key', value: '••••ease' }],
    nested: { headers: { 'X-Key': '••••' } },
  });
});

test.each([
  ['{"clientSecret":"x"}', true],
  ['{"headers":[]}', true],
  ['{"firstName":"Ada"}', false],
])('%s may hold secrets: %s', (json, expected) => {
  expect(mayHoldSecrets(json)).toBe(expected);
});
