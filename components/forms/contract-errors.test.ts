import { expect, test } from 'vitest';
import { planCreate } from '@/server/contract/plan.ts';
import { subscriberCreate } from '@/server/contract/subscriber.ts';
import { contractErrors } from './contract-errors.ts';
import { withoutBlanks } from './without-blanks.ts';

test('all invalid fields are reported with the texts of the API', () => {
  const values = { firstName: '  ', lastName: 'x'.repeat(101), email: 'address', phone: '12', country: 'ZZ' };
  expect(contractErrors(subscriberCreate, values)).toEqual({
    firstName: 'This field is required.',
    lastName: 'At most 100 characters.',
    email: 'Enter an email address such as ada@example.com.',
    phone: 'Enter a phone number in international format, such as +254 712 345678.',
    country: 'Enter a country as ISO 3166-1 alpha-2, such as KE.',
  });
});

test('blank fields are omitted: optional ones pass, required ones are reported', () => {
  const values = {
    firstName: 'Ada',
    lastName: '',
    email: 'ada@example.com',
    phone: '+254712345678',
    city: '',
  };
  expect(withoutBlanks(values)).not.toHaveProperty('city');
  expect(contractErrors(subscriberCreate, withoutBlanks(values))).toEqual({
    lastName: 'This field is required.',
  });
});

test('a form that fits its schema has no errors', () => {
  const plan = {
    planName: 'Home 10',
    planType: 'RESIDENTIAL',
    downloadSpeedMbps: 10,
    uploadSpeedMbps: 5,
    priceAmount: 29.99,
    priceCurrency: 'USD',
    billingCycleDays: 30,
    dataCapMb: null,
  };
  expect(contractErrors(planCreate, plan)).toEqual({});
  expect(contractErrors(planCreate, { ...plan, billingCycleDays: 0, priceCurrency: 'UGX' })).toEqual({
    billingCycleDays: 'At least 1.',
    priceAmount: 'UGX has no decimals.',
  });
});
