import { expect, test } from 'vitest';
import { newRecoveryCodes, typedCode, typedRecoveryCode } from './recovery-codes.ts';

test('ten different recovery codes without letters that look like digits', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
});

test.each(['7k2mq-x0d41', '7K2MQ-X0D41', ' 7k2mq x0d41 ', '7k2mqx0d41', '7K2MQ-XOD4I', '7k2mq-xod4l'])(
  'the recovery code typed as "%s" is read',
  (typed) => expect(typedRecoveryCode(typed)).toBe('7k2mq-x0d41'),
);

test('a code of an app may be typed in groups', () => {
  expect(typedCode(' 123 456 ')).toBe('123456');
});
