import { portalWrite, rest } from '../operation.ts';
import { providerUpdate } from '../portal/provider.ts';
import { nothing } from '../primitives.ts';
import { providerSnapshot, scheduleDList, scheduleDPage } from '../provider.ts';

export const providerOperations = {
  get: rest('GET', '/v1/provider', {
    summary: 'Read your account',
    description: 'The account that the access headers belong to, and whether it is live or a sandbox.',
    sdk: 'provider.retrieve',
    permission: 'read',
    input: nothing,
    output: providerSnapshot,
  }),
  update: portalWrite({ permission: 'settings:write', input: providerUpdate, output: providerSnapshot }),
  scheduleD: rest('GET', '/v1/schedule-d', {
    summary: 'List the price floors',
    description:
      'The lowest allowed prices. Of the rows for a type, a currency and a speed, the newest one whose `effectiveFrom` has passed applies.',
    sdk: 'scheduleD.list',
    permission: 'read',
    input: scheduleDList,
    output: scheduleDPage,
  }),
};
