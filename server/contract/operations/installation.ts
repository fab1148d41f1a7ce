import { refuse } from '../errors.ts';
import { eventPage } from '../events.ts';
import { installation, subscription } from '../examples/customers.ts';
import {
  installationCreate,
  installationId,
  installationList,
  installationPage,
  installationSnapshot,
  installationUpdate,
} from '../installation.ts';
import { portalRead, rest } from '../operation.ts';
import { installationEventList } from '../portal/events.ts';
import { installationListAll, technicians } from '../portal/installation.ts';
import { nothing } from '../primitives.ts';

export const installationOperations = {
  list: rest('GET', '/v1/installations', {
    summary: 'List installations',
    description: 'All installations, the newest first.',
    sdk: 'installations.list',
    permission: 'read',
    input: installationList,
    output: installationPage,
  }),
  listAll: portalRead({ permission: 'read', input: installationListAll, output: installationPage }),
  get: rest('GET', '/v1/installations/{id}', {
    summary: 'Read an installation',
    description: 'One installation.',
    sdk: 'installations.retrieve',
    permission: 'read',
    input: installationId,
    output: installationSnapshot,
  }),
  events: portalRead({ permission: 'read', input: installationEventList, output: eventPage }),
  technicians: portalRead({ permission: 'read', input: nothing, output: technicians }),
  create: rest('POST', '/v1/installations', {
    summary: 'Create an installation',
    description:
      'A visit of a technician. A fee above zero becomes a charge, and the visit waits for its payment. A subscription has one installation at a time.',
    sdk: 'installations.create',
    permission: 'installations:write',
    input: installationCreate,
    output: installationSnapshot,
    status: 201,
    errors: ['subscription_missing_demarcation_point', 'installation_already_active', 'IMMUTABLE'],
    refusals: {
      IMMUTABLE: refuse('IMMUTABLE', {
        field: 'subscriptionId',
        message: 'The subscription has ended and cannot be restored.',
      }),
    },
    request: {
      subscriptionId: subscription.id,
      feeAmount: 50,
      scheduledAt: '2026-03-04T08:00:00Z',
      technician: 'Peter Otieno',
    },
  }),
  update: rest('PATCH', '/v1/installations/{id}', {
    summary: 'Update an installation',
    description:
      'Changes the given fields only. `installedAt`, or `status: "ACTIVATED"`, marks the work done.',
    sdk: 'installations.update',
    permission: 'installations:write',
    input: installationUpdate,
    output: installationSnapshot,
    errors: ['installation_terminal', 'CHARGE_NOT_WAIVABLE'],
    request: {
      technician: 'Peter Otieno',
      serialNumber: 'HGU-4471-0093',
      macAddress: '4C:5E:0C:12:34:56',
      installedAt: '2026-03-04T09:30:00Z',
    },
    answer: {
      ...installation,
      status: 'ACTIVATED',
      technician: 'Peter Otieno',
      serialNumber: 'HGU-4471-0093',
      macAddress: '4C:5E:0C:12:34:56',
      installedAt: '2026-03-04T09:30:00.000Z',
    },
  }),
  cancel: rest('POST', '/v1/installations/{id}/cancel', {
    summary: 'Cancel an installation',
    description: 'Cancels the visit, and its fee if that is still pending.',
    sdk: 'installations.cancel',
    permission: 'installations:write',
    input: installationId,
    output: installationSnapshot,
    errors: ['installation_terminal'],
    answer: { ...installation, status: 'CANCELLED' },
  }),
};
