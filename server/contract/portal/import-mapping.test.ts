import { expect, test } from 'vitest';
import { importTypes } from './import-fields.ts';
import { guessMapping, missingFields, recogniseSystem, scaleOf } from './import-mapping.ts';

test('own names of fields are found in any case, with spaces and punctuation', () => {
  expect(guessMapping('subscribers', ['First name', 'LAST_NAME', 'E-mail', 'Phone number', 'Notes'])).toEqual(
    {
      firstName: 'First name',
      lastName: 'LAST_NAME',
      email: 'E-mail',
      phone: 'Phone number',
    },
  );
});

test('no column is taken twice', () => {
  const mapping = guessMapping('subscriptions', ['email', 'plan', 'location', 'id']);
  expect(mapping).toEqual({
    subscriberId: 'email',
    planId: 'plan',
    demarcationPointId: 'location',
    externalReference: 'id',
  });
});

test("the customers of Splynx are recognised: one column for the name, and Splynx's id", () => {
  const columns = [
    'ID',
    'Login',
    'Status',
    'Name',
    'Email',
    'Phone',
    'Street 1',
    'ZIP code',
    'City',
    'Billing type',
    'Partner',
  ];
  expect(recogniseSystem('subscribers', columns)).toBe('Splynx');
  expect(guessMapping('subscribers', columns)).toEqual({
    fullName: 'Name',
    email: 'Email',
    phone: 'Phone',
    externalUserId: 'ID',
    street: 'Street 1',
    city: 'City',
    postalCode: 'ZIP code',
  });
});

test('the tariffs of Splynx have speeds in kbps', () => {
  const columns = ['id', 'title', 'service_name', 'price', 'speed_download', 'speed_upload', 'vat_percent'];
  expect(recogniseSystem('plans', columns)).toBe('Splynx');
  expect(guessMapping('plans', columns)).toMatchObject({
    planName: 'title',
    downloadSpeedMbps: 'speed_download',
  });
  expect(scaleOf('plans', 'downloadSpeedMbps', 'Splynx')).toBe(0.001);
  expect(scaleOf('plans', 'priceAmount', 'Splynx')).toBe(1);
});

test('the clients of UISP are recognised', () => {
  const columns = [
    'Id',
    'User ident',
    'First name',
    'Last name',
    'Company name',
    'Email',
    'Phone',
    'Street 1',
    'City',
  ];
  expect(recogniseSystem('subscribers', columns)).toBe('UISP');
  expect(guessMapping('subscribers', columns)).toMatchObject({
    firstName: 'First name',
    lastName: 'Last name',
    externalUserId: 'Id',
    street: 'Street 1',
  });
});

test('I11: the export of the clients of UISP is mapped as it is', () => {
  const columns = [
    ...['Id', 'Name', 'Emails', 'Phones', 'Address', 'Balance', 'Service plans', 'Connected to', 'Street 1'],
    ...[
      'Street 2',
      'City',
      'Country',
      'State',
      'ZIP code',
      'Invoice Street 1',
      'Invoice City',
      'Invoice Country',
    ],
    ...[
      'Note',
      'Registration date',
      'First name',
      'Last name',
      'Company name',
      'Company tax ID',
      'Custom ID',
    ],
  ];
  expect(recogniseSystem('subscribers', columns)).toBe('UISP');
  expect(guessMapping('subscribers', columns)).toEqual({
    ...{ firstName: 'First name', lastName: 'Last name', fullName: 'Name', companyName: 'Company name' },
    ...{ email: 'Emails', phone: 'Phones', externalUserId: 'Id', taxId: 'Company tax ID' },
    ...{ street: 'Street 1', city: 'City', region: 'State', postalCode: 'ZIP code', country: 'Country' },
  });
});

test('I11: a file for the import of UISP is mapped too', () => {
  const columns = [
    'First name',
    'Last name',
    'Company name',
    'Email 1',
    'Phone 1',
    'Name 1',
    'Street',
    'Country',
  ];
  expect(guessMapping('subscribers', columns)).toMatchObject({
    ...{ companyName: 'Company name', email: 'Email 1', phone: 'Phone 1', country: 'Country' },
  });
});

test('I11: the table of the customers of Splynx is mapped as it is exported', () => {
  const columns = [
    ...[
      'Status',
      'ID',
      'Portal login',
      'Full name',
      'Phone number',
      'Internet plans',
      'IPs',
      'Email',
      'Street',
    ],
    ...['ZIP code', 'City', 'Billing type', 'Category', 'Partner', 'Location'],
  ];
  expect(recogniseSystem('subscribers', columns)).toBe('Splynx');
  expect(guessMapping('subscribers', columns)).toEqual({
    ...{ fullName: 'Full name', email: 'Email', phone: 'Phone number', externalUserId: 'ID' },
    ...{ street: 'Street', city: 'City', postalCode: 'ZIP code' },
  });
  expect(missingFields('subscribers', guessMapping('subscribers', columns), {})).toEqual([]);
});

test('one sign alone names no system', () => {
  expect(recogniseSystem('subscribers', ['Login', 'Email', 'Name'])).toBeNull();
});

test('a required field needs a column or a value; the full name gives both names', () => {
  expect(missingFields('subscribers', { fullName: 'Name', email: 'Email' }, {})).toEqual(['phone']);
  expect(missingFields('subscribers', { companyName: 'Company' }, {})).toEqual(['email', 'phone']);
  expect(missingFields('plans', { planName: 'Plan' }, { planType: 'RESIDENTIAL' })).toContain(
    'priceCurrency',
  );
});

test.each(Object.entries(importTypes))('no header names two fields of %s', (_, { fields }) => {
  const headers = Object.values(fields).flatMap((field) => field.headers as readonly string[]);
  expect(headers).toEqual([...new Set(headers)]);
});
