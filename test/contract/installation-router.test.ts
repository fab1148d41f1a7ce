import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { dataOf, expectRefused } from './helpers.ts';
import { createInstallation } from './installation-helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

describe('the router and the technician of an installation', () => {
  test('201 with a technician, a serial number and a MAC address, and 200 with others', async () => {
    const { installation, patch, read } = await createInstallation(partner, {
      technician: 'Peter Otieno',
      serialNumber: ' HGU-4471-0093 ',
      macAddress: '4c-5e-0c-12-34-56',
    });
    const made = {
      technician: 'Peter Otieno',
      serialNumber: 'HGU-4471-0093',
      macAddress: '4C:5E:0C:12:34:56',
    };
    expect(installation).toMatchObject(made);
    expect(await read()).toMatchObject(made);
    const changed = dataOf(await patch({ serialNumber: 'HGU-2', macAddress: '4C5E.0C12.3457' }));
    expect(changed).toMatchObject({
      serialNumber: 'HGU-2',
      macAddress: '4C:5E:0C:12:34:57',
      technician: 'Peter Otieno',
    });
    expect(dataOf(await patch({ serialNumber: null, macAddress: null, technician: null }))).toMatchObject({
      ...{ serialNumber: null, macAddress: null, technician: null },
    });
  });

  test.each(['4C:5E:0C:12:34', '4C:5E:0C:12:34:5G', '4C:5E:0C:12:34:56:78', 'router'])(
    '400 INVALID_FORMAT for the MAC address %s, at creation and later',
    async (macAddress) => {
      const { patch, subscription } = await createInstallation(partner);
      const fault = { field: 'macAddress', code: 'INVALID_FORMAT' };
      expectRefused(await patch({ macAddress }), 400, fault);
      const body = { subscriptionId: subscription.id, macAddress };
      expectRefused(await partner.post('/v1/installations', body), 400, fault);
    },
  );

  test('startedAt is kept, and 400 OUT_OF_RANGE more than five minutes ahead', async () => {
    const { patch } = await createInstallation(partner);
    const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
    expectRefused(await patch({ startedAt: ahead(6 * 60_000) }), 400, {
      field: 'startedAt',
      code: 'OUT_OF_RANGE',
    });
    const startedAt = ahead(-60_000);
    expect(dataOf(await patch({ startedAt })).startedAt).toBe(startedAt);
    expect(dataOf(await patch({ notes: 'Gate B' })).startedAt).toBe(startedAt);
    expect(dataOf(await patch({ startedAt: null })).startedAt).toBeNull();
  });
});
