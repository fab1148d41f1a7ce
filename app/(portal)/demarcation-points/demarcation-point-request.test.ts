import { expect, test } from 'vitest';
import { createRequest, updateRequest } from './demarcation-point-request.ts';

const blank = {
  name: '',
  accessType: null,
  nasIdentifier: '',
  street: '',
  city: '',
  region: '',
  postalCode: '',
  country: null,
  latitude: '',
  longitude: '',
} as const;

const point = {
  id: 'dmp_1',
  name: 'Acacia Court',
  accessType: 'FIBER' as const,
  nasIdentifier: null,
  metadata: {},
  street: 'Ngong Road',
  city: null,
  region: null,
  postalCode: null,
  country: 'KE',
  latitude: 0,
  longitude: 36.8,
  status: 'AVAILABLE' as const,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
};

const same = { ...blank, name: 'Acacia Court', accessType: 'FIBER' as const, street: 'Ngong Road' };

test('creation sends what was given, a zero too', () => {
  expect(createRequest({ ...blank, name: 'A', accessType: 'OTHER', latitude: 0 })).toEqual({
    name: 'A',
    accessType: 'OTHER',
    latitude: 0,
  });
});

test('a change sends what differs and clears what was blanked', () => {
  const values = { ...same, country: 'KE', latitude: 0, longitude: 36.8 };
  expect(updateRequest(point, values)).toEqual({ id: 'dmp_1' });
  expect(updateRequest(point, { ...values, street: ' ', city: ' Nairobi ', longitude: '' })).toEqual({
    id: 'dmp_1',
    street: null,
    city: 'Nairobi',
    longitude: null,
  });
  expect(updateRequest(point, { ...values, country: null })).toEqual({ id: 'dmp_1', country: null });
});

test('a name that was blanked is sent for the API to refuse', () => {
  const values = { ...same, name: '', country: 'KE', latitude: 0, longitude: 36.8 };
  expect(updateRequest(point, values)).toEqual({ id: 'dmp_1', name: '' });
});
