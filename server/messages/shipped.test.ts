import { expect, test } from 'vitest';
import { factKinds, languages, messageChannels } from '../contract/enums.ts';
import { maxSubject, maxText, variablesOf } from '../contract/message-texts.ts';
import type { Minor } from '../contract/money.ts';
import { sizeOfSms } from '../sms/parts.ts';
import { faultIn, fill } from './engine.ts';
import { dayIn, moneyIn, withPlainBlanks } from './format.ts';
import { shippedText } from './shipped.ts';

const all = languages.flatMap((language) =>
  messageChannels.flatMap((channel) => factKinds.map((kind) => [kind, channel, language] as const)),
);

test.each(all)(
  '%s by %s in %s can be saved and names the provider’s account or person',
  (kind, channel, language) => {
    const { subject, body } = shippedText(kind, channel, language);
    for (const text of [subject ?? '', body]) expect(faultIn(text, variablesOf(kind))).toBeNull();
    expect((subject ?? '').length).toBeLessThanOrEqual(maxSubject);
    expect(body.length).toBeLessThanOrEqual(maxText[channel]);
    if (channel === 'EMAIL') expect(body).toContain('{{ firstName }}');
    else expect(body.startsWith('{{ providerName }}')).toBe(true);
  },
);

test.each(languages)('an SMS in %s is one or two parts of GSM-7', (language) => {
  for (const kind of factKinds) {
    const values = Object.fromEntries(variablesOf(kind).map((name) => [name, 'Home Internet 20']));
    const amount = moneyIn(language, 1_234_567_00 as Minor, 'KES');
    const day = dayIn(language, new Date('2026-08-20T12:00:00Z'), 'Africa/Nairobi', 'SMS');
    const dates = Object.fromEntries(
      ['dueDate', 'lastDay', 'suspendedOn', 'restoredOn', 'receivedOn', 'refundedOn'].map((name) => [
        name,
        day,
      ]),
    );
    const text = withPlainBlanks(
      fill(shippedText(kind, 'SMS', language).body, { ...values, ...dates, amount, refundDue: false }),
    );
    const { encoding, parts } = sizeOfSms(text);
    expect({ kind, encoding }).toEqual({ kind, encoding: 'GSM-7' });
    expect(parts).toBeLessThanOrEqual(2);
  }
});

test.each([
  ['en', 'KES 2,499.00', '20 Nov 2026'],
  ['sw', 'KES 2,499.00', '20 Nov 2026'],
  ['fr', '2 499,00 KES', '20 nov. 2026'],
] as const)('money and days in %s', (language, money, day) => {
  expect(withPlainBlanks(moneyIn(language, 249_900 as Minor, 'KES'))).toBe(money);
  // The day is that of the time zone: it is the 20th in Nairobi already.
  expect(dayIn(language, new Date('2026-11-19T22:00:00Z'), 'Africa/Nairobi', 'EMAIL')).toBe(day);
});
