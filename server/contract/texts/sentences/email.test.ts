import { expect, test } from 'vitest';
import { sentenceText } from '../../sentence.ts';
import { formatMoney } from '../format-money.ts';
import { describeEmail } from './email.ts';

const textOf = (to: string) =>
  sentenceText(
    describeEmail({ kind: 'RECEIPT', channel: 'EMAIL', status: 'QUEUED', to, error: null }, null, true),
    { money: formatMoney, time: String },
  );

test('a queued message names its address once it has one', () => {
  expect(textOf('ada@example.com')).toBe('The receipt is queued for ada@example.com.');
  expect(textOf('')).toBe('The receipt is queued.');
});
